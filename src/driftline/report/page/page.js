// Fills the charts of the page with the data it carries, and lets a reader choose what they show.
// The charts themselves are Vega-Lite, written by charts.py; nothing here draws.
(async () => {
  "use strict";
  const read = (id) => JSON.parse(document.getElementById(id).textContent);
  const data = read("data");
  const specs = read("specs");
  const views = {};
  const hidden = new Set();

  const shown = (records) => records.filter((record) => !hidden.has(record.m));

  function chosen() {
    const value = (id) => document.getElementById(id).value;
    return { metric: value("metric"), estimate: value("estimate") };
  }

  function isShare(metric) {
    return data.metrics.find((one) => one.name === metric).share;
  }

  function points({ metric, estimate }) {
    // A model without folds has a band of no height, so that every chart has something to span.
    return data.curves[metric][estimate].flatMap(({ x, y, lo = y, hi = y }, k) =>
      x.map((row, i) => ({ m: data.models[k], x: row, y: y[i], lo: lo[i], hi: hi[i] })),
    );
  }

  function written(value, share) {
    if (value === null) return "-";
    return share ? `${(100 * value).toFixed(2)} %` : String(Number(value.toPrecision(4)));
  }

  function readings({ metric, estimate }) {
    const { rows, values: all } = data.readings;
    const values = all[metric][estimate];
    const middle = (i, k) => (rows[i] + (rows[k] ?? rows[i])) / 2;
    return rows.map((x, i) => {
      const record = { x, from: middle(i, i - 1), to: middle(i, i + 1) };
      values.forEach((own, k) => {
        record[`v${k}`] = hidden.has(data.models[k]) ? "hidden" : written(own[i], isShare(metric));
      });
      return record;
    });
  }

  // The records of each data set that a chart names.
  const records = {
    points: () => shown(points(chosen())),
    readings: () => readings(chosen()),
    events: () => shown(data.events),
    costs: () => shown(data.costs),
    drifts: () => data.drifts,
  };

  function redraw() {
    for (const [name, view] of Object.entries(views)) {
      for (const set of Object.keys(specs[name].datasets)) view.data(set, records[set]());
      if (name === "curves") view.signal("share", isShare(chosen().metric));
      view.runAsync();
    }
  }

  // A chart of two parts has one width for both, which Vega-Lite calls childWidth.
  async function fit(name) {
    const place = document.getElementById(name);
    const { signals } = views[name].getState({ signals: () => true });
    const signal = "childWidth" in signals ? "childWidth" : "width";
    let before = 0;
    const widen = () => {
      const width = Math.max(160, place.clientWidth - specs[name].usermeta.margin);
      if (width === before) return null;
      before = width;
      return views[name].signal(signal, width).resize().runAsync();
    };
    await widen();
    new ResizeObserver(widen).observe(place);
  }

  for (const [name, spec] of Object.entries(specs)) {
    for (const set of Object.keys(spec.datasets)) spec.datasets[set] = records[set]();
    for (const param of spec.params ?? []) {
      if (param.name === "share") param.value = isShare(chosen().metric);
    }
    const options = { mode: "vega-lite", renderer: "svg", actions: false, ast: true, tooltip: { theme: "driftline" } };
    views[name] = (await vegaEmbed(document.getElementById(name), spec, options)).view;
    await fit(name);
  }

  for (const id of ["metric", "estimate"]) document.getElementById(id)?.addEventListener("change", redraw);
  const buttons = document.querySelectorAll(".legend button");
  for (const button of buttons) {
    button.addEventListener("click", () => {
      const name = data.models[Number(button.dataset.model)];
      if (!hidden.delete(name)) hidden.add(name);
      if (hidden.size === data.models.length) hidden.clear(); // an empty chart tells nothing
      for (const one of buttons) {
        one.setAttribute("aria-pressed", String(!hidden.has(data.models[Number(one.dataset.model)])));
      }
      redraw();
    });
  }
  document.body.dataset.drawn = "yes";
})();
