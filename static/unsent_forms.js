// Forms that survive a lost network: what a form sends goes into the queue of unsent_queue.js. The answer is a page; the part
// with the forms is shown. Sending the same form twice changes nothing: the server knows which version the sender had seen.
"use strict";
(() => {
  const notice = document.getElementById("unsent"), refused = document.getElementById("refused");
  const part = () => document.querySelector("[data-keeps]");
  const box = `unsent:${part().dataset.keeps}`, refusalKey = `refused:${part().dataset.keeps}`;
  const nameOf = (form) => form.dataset.keep ?? form.dataset.stays;
  const formOf = ({ form }) => document.querySelector(`:is([data-keep="${CSS.escape(form)}"], [data-stays="${CSS.escape(form)}"])`);
  const tokenIn = (page) => page.querySelector("[name=csrfmiddlewaretoken]").value;
  let token = tokenIn(document);

  const say = (text, form) => {
    if (form) form.append(notice); else part().before(notice);
    if (notice.textContent !== text) notice.textContent = text;
    notice.hidden = !text;
  };
  // Fill a form with its unsent values: a reloaded page, or a new part of it, contains only what the server has stored.
  const fill = ({ form: name, fields }) => {
    const form = formOf({ form: name });
    const values = (field) => fields.filter(([each]) => each === field).map(([, value]) => value);
    for (const field of form ? new Set(fields.map(([each]) => each)) : []) {
      form.querySelectorAll(`[name="${CSS.escape(field)}"]:not([type=hidden], button)`).forEach((each, at) => {
        if (each.type === "radio") each.checked = values(field).includes(each.value); else each.value = values(field)[at] ?? "";
      });
    }
  };
  const waiting = (entry) => { const form = formOf(entry); say(form ? form.dataset.waiting : notice.textContent, form); };

  const deliver = async (entry) => {
    const slow = setTimeout(() => waiting(entry), 2000);
    try {
      const answer = await fetch(entry.url, {
        method: "POST", body: new URLSearchParams([...entry.fields, ["csrfmiddlewaretoken", token]]), signal: AbortSignal.timeout(20000),
        headers: { "HX-Request": "true", "HX-Current-URL": location.href }, // without a session: a message, not a redirect
      });
      await settle(entry, answer, new DOMParser().parseFromString(await answer.text(), "text/html"));
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof DOMException)) throw error; // no network, or no answer
      waiting(entry);
    } finally {
      clearTimeout(slow);
    }
  };
  const unsent = unsentQueue(box, deliver), queue = unsent.entries;

  // Only a page with the forms, or the page after them, settles an entry. Other answers, for example of a proxy, settle nothing.
  const settle = async (entry, answer, page) => {
    if (answer.headers.has("HX-Redirect")) return say(notice.dataset.sign, formOf(entry));
    if (answer.status === 403) return again(entry);
    const fresh = page.getElementById(part().id);
    const gone = [404, 410].includes(answer.status);
    const on = answer.status === 200 && answer.redirected && !fresh;
    if (!on && !gone && !(fresh && [200, 409, 422].includes(answer.status))) return waiting(entry);
    unsent.remove(entry);
    if (answer.status === 200 && fresh) for (const each of queue) if (each.form === entry.form) seen(each, fresh);
    unsent.save();
    if (on) return location.assign(answer.url);
    if (gone) return say(notice.dataset.gone, formOf(entry));
    show(fresh, page, entry.form);
  };
  // Later entries of the same form are based on the version that is stored now.
  const seen = (entry, fresh) => {
    const form = fresh.querySelector(`[data-keep="${CSS.escape(entry.form)}"]`);
    for (const pair of entry.fields) if (form && ["seen", "version"].includes(pair[0])) pair[1] = form.elements[pair[0]].value;
  };
  // What is chosen in a form but not stored stays chosen, with the version that the user had seen.
  const chosen = (field) => field.matches("[aria-invalid=true]") || (field.type === "radio" ? field.checked !== field.defaultChecked
    : field.selectedIndex !== Math.max(0, [...field.options].findIndex((each) => each.defaultSelected)));
  const unsaid = (but) => [...part().querySelectorAll("form:is([data-keep]:has([name=seen]), [data-stays])")]
    .filter((form) => nameOf(form) !== but && [...form.querySelectorAll("select, [type=radio]")].some(chosen))
    .map((form) => ({ form: nameOf(form), fields: [...new FormData(form)], seen: form.elements.seen?.value }));
  const stay = (each) => {
    const form = formOf(each);
    if (!form) return;
    fill(each);
    if (form.elements.seen) form.elements.seen.value = each.seen;
  };
  const show = (fresh, page, but) => {
    say("");
    token = tokenIn(page);
    const open = unsaid(but);
    part().replaceWith(document.importNode(fresh, true));
    open.forEach(stay);
    noted = unsaid();
    document.querySelector("main .messages")?.remove();
    const messages = page.querySelector("main .messages");
    if (messages) part().before(document.importNode(messages, true));
    queue.forEach(fill);
    const why = page.querySelector("#refused:not([hidden]) p")?.textContent ?? "";
    if (refused && why) {
      localStorage.setItem(refusalKey, why);
      tell();
    }
    part().querySelector("[aria-invalid=true]")?.focus();
  };
  // Signing in again, in another tab, changes the CSRF token.
  const again = async (entry) => {
    const answer = await fetch(location.href, { cache: "no-store", headers: { "HX-Request": "true" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (page.querySelector("[data-keeps]")) token = tokenIn(page);
    say(notice.dataset.sign, formOf(entry));
  };
  // Show the reason for a refusal until the user has dismissed it, also after reloads.
  const tell = () => {
    const why = localStorage.getItem(refusalKey);
    if (!refused || !why) return;
    refused.querySelector("p").textContent = why;
    refused.hidden = false;
  };
  refused?.querySelector("a").addEventListener("click", () => localStorage.removeItem(refusalKey));

  document.addEventListener("submit", (event) => {
    const form = event.target, { submitter } = event;
    if (!form.matches("[data-keep]")) return;
    const fields = [...new FormData(form, submitter)].filter(([name]) => name !== "csrfmiddlewaretoken");
    unsent.add({ form: form.dataset.keep, url: form.action, fields });
    event.preventDefault();
    unsent.send();
  });
  for (const button of document.querySelectorAll("[data-forget]")) {
    button.addEventListener("click", () => {
      localStorage.removeItem(refusalKey);
      unsent.remove(...queue);
    });
  }
  // The page refreshes itself while the user chooses. The choices are noted before, because a new part has none of them.
  let noted = [];
  document.addEventListener("change", () => { noted = unsaid(); });
  document.addEventListener("kierros:fresh", () => {
    noted.filter((each) => !queue.some(({ form }) => form === each.form)).forEach(stay);
    queue.forEach(fill);
    if (!notice.hidden && queue.length) waiting(queue[0]);
  });
  queue.forEach(fill);
  tell();
  unsent.send();
})();
