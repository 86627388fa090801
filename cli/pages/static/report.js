/* One step at a time: the one that the address names, or the last; arrow keys, buttons and links go on from there. */
"use strict";
(() => {
  const steps = [...document.querySelectorAll("section.step")];
  if (!steps.length) return;
  const links = [...document.querySelectorAll("nav.moves a")];
  const all = document.querySelector("button[data-go=all]");
  const last = steps.length - 1;
  const named = (hash) => steps.findIndex((step) => "#" + step.id === hash);
  let at = last;
  const show = () => {
    steps.forEach((step, number) => step.classList.toggle("now", number === at));
    links.forEach((link) => {
      if (named(link.hash) === at) link.setAttribute("aria-current", "step"); else link.removeAttribute("aria-current");
    });
  };
  const go = (number) => {
    at = Math.min(Math.max(number, 0), last);
    history.replaceState(null, "", "#" + steps[at].id);
    show();
    links.find((link) => named(link.hash) === at)?.scrollIntoView({ block: "nearest" });
  };
  const ways = { first: () => go(0), back: () => go(at - 1), next: () => go(at + 1), last: () => go(last),
    all: () => all.setAttribute("aria-pressed", String(!document.body.classList.toggle("walk"))) };
  const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
  const follow = () => {
    if (named(location.hash) >= 0) at = named(location.hash);
    show();
  };
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.key in keys)) return;
    event.preventDefault();
    ways[keys[event.key]]();
  });
  document.querySelectorAll("button[data-go]").forEach((button) => button.addEventListener("click", ways[button.dataset.go]));
  links.forEach((link) => link.addEventListener("click", (event) => {
    event.preventDefault();
    go(named(link.hash));
  }));
  window.addEventListener("hashchange", follow);
  document.querySelector(".keys").hidden = false;
  document.body.classList.add("walk");
  follow();
})();

/* A text's findings: n and p go from one to the next, in the order of the notes, the weightiest first. */
(() => {
  const notes = [...document.querySelectorAll(".notes > li[id]")];
  if (!notes.length) return;
  let at = -1;
  const go = (number) => {
    notes[at]?.classList.remove("now");
    at = (number + notes.length) % notes.length;
    notes[at].classList.add("now");
    notes[at].scrollIntoView({ block: "nearest" });
    document.getElementById("m" + notes[at].id.slice(5) + "-0")?.scrollIntoView({ block: "center" });
  };
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "n") go(at + 1);
    if (event.key === "p") go(at < 0 ? -1 : at - 1);
  });
  document.querySelectorAll(".keys").forEach((keys) => { keys.hidden = false; });
})();
