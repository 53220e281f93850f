// Adding players one by one: a name, Enter, and the field is free for the next at once. Additions go out in order; what is
// refused comes back into the field with the reason beside it.
"use strict";
(() => {
  const form = document.getElementById("add");
  if (!form) return;
  const name = form.elements.name;
  const added = document.getElementById("added");
  const problem = document.getElementById("add-problem");
  const again = form.elements.again;
  let line = Promise.resolve();

  const show = (text, twin = false, who = "") => {
    const named = document.createElement("bdi");
    named.textContent = who;
    problem.replaceChildren(named, text);
    problem.hidden = !text;
    again.hidden = !twin;
    name.closest(".field").classList.toggle("wrong", Boolean(text));
  };

  const giveBack = (data, text, twin) => {
    if (!name.value) {
      for (const [key, value] of data) if (form.elements[key] && key !== "again") form.elements[key].value = value;
    }
    show(`: ${text}`, twin, data.get("name"));
    name.focus();
  };

  const send = async (data) => {
    let answer;
    try {
      answer = await fetch(form.action, { method: "POST", body: data, headers: { "HX-Request": "true" }, redirect: "manual" });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // TypeError is how fetch says that there is no network
      giveBack(data, form.dataset.offline, false);
      return;
    }
    if (answer.status === 422) {
      const said = await answer.json();
      giveBack(data, said.text, said.twin);
      return;
    }
    if (!answer.ok) { giveBack(data, form.dataset.failed, false); return; }
    const fresh = document.createElement("tbody");
    fresh.innerHTML = await answer.text();
    document.querySelector("#players tbody").prepend(fresh.rows[0]);
    document.getElementById("total").textContent = answer.headers.get("X-Total");
    added.textContent = answer.headers.get("X-Said") ? decodeURIComponent(answer.headers.get("X-Said")) : "";
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const data = new FormData(form, event.submitter);
    form.elements.sheet.value = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    show("");
    for (const field of form.querySelectorAll("input:not([type=hidden])")) field.value = "";
    name.focus();
    line = line.then(() => send(data));
  });
  name.focus();
})();
