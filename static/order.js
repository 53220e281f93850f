// A list of numbered lines: drag them, or use numbers and arrows, which act at once. The form sends the numbers in the fields.
"use strict";
(() => {
  const body = document.querySelector("#seats tbody");
  const said = document.getElementById("moved");
  const field = (line) => line.querySelector("input");
  const number = () => [...body.rows].forEach((line, at) => { field(line).value = at + 1; });
  // Move the other lines around this one, so that it keeps the focus and the pointer.
  const put = (line, at) => {
    for (let now = [...body.rows].indexOf(line); now > at; now -= 1) line.after(line.previousElementSibling);
    for (let now = [...body.rows].indexOf(line); now < at; now += 1) line.before(line.nextElementSibling);
    number();
    field(line).dispatchEvent(new Event("input", { bubbles: true }));
    said.textContent = `${line.querySelector("th").textContent.trim()}: ${at + 1}`;
  };
  const move = (line, step) => {
    const at = [...body.rows].indexOf(line) + step;
    if (at < 0 || at >= body.rows.length) return;
    put(line, at);
    line.scrollIntoView({ block: "nearest" });
  };
  body.addEventListener("click", (event) => {
    const [way] = event.target.closest("button")?.value.split("-") ?? [];
    if (!way) return;
    event.preventDefault();
    move(event.target.closest("tr"), way === "up" ? -1 : 1);
  });
  body.addEventListener("keydown", (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step || !event.altKey) return;
    event.preventDefault();
    move(event.target.closest("tr"), step);
  });
  body.addEventListener("change", ({ target }) => {
    const at = Number(target.value) - 1;
    if (Number.isInteger(at) && at >= 0 && at < body.rows.length) put(target.closest("tr"), at);
  });
  for (const grip of body.querySelectorAll(".grip")) {
    const line = grip.closest("tr");
    grip.hidden = false;
    grip.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      grip.setPointerCapture(event.pointerId);
      line.classList.add("dragged");
    });
    grip.addEventListener("pointermove", ({ clientY }) => {
      if (!line.classList.contains("dragged")) return;
      if (clientY < 40 || clientY > innerHeight - 40) scrollBy(0, clientY < 40 ? -12 : 12);
      const at = [...body.rows].filter((each) => {
        const { top, height } = each.getBoundingClientRect();
        return each !== line && clientY > top + height / 2;
      }).length;
      if (body.rows[at] !== line) put(line, at);
    });
    for (const end of ["pointerup", "pointercancel"]) {
      grip.addEventListener(end, () => { line.classList.remove("dragged"); });
    }
  }
})();
