/** The looks of the report: on a screen, in the dark and on A4. */
export const reportStyle = `
:root {
  color-scheme: light dark;
  --paper: #ffffff; --ground: #f4f3f0; --ink: #1f2328; --soft: #5b636d; --line: #dcdad4; --link: #1d4f91;
  --ask: #9a4a00; --ask-ground: #fdf1e3; --mend: #1f6a4d; --mend-ground: #e8f4ee; --take: #4a5568; --take-ground: #eef0f3;
  --bad: #a3212b; --bad-ground: #fcebec;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #1b1e23; --ground: #131519; --ink: #e6e8eb; --soft: #a2abb6; --line: #343941; --link: #8ab8f5;
    --ask: #f3b06a; --ask-ground: #33261a; --mend: #7fd0ab; --mend-ground: #19302a; --take: #b8c1cd; --take-ground: #262b32;
    --bad: #f4979d; --bad-ground: #3a2024;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--ink); overflow-wrap: break-word; hyphens: auto;
  font: 16px/1.55 "Inter", "Segoe UI", "Helvetica Neue", Arial, sans-serif;
}
main { max-width: 52rem; margin: 2.5rem auto; padding: 3rem 3.5rem; background: var(--paper); border: 1px solid var(--line); border-radius: 12px; }
h1 { margin: 0 0 .25rem; font-size: 1.9rem; line-height: 1.2; letter-spacing: -.01em; }
h2 { margin: 3rem 0 .5rem; padding-top: 1.5rem; border-top: 1px solid var(--line); font-size: 1.3rem; line-height: 1.3; }
h3 { margin: 0; font-size: 1.02rem; line-height: 1.4; }
p { margin: .5rem 0; }
a { color: var(--link); }
.from { margin: 0 0 1.75rem; color: var(--soft); }
.lead { font-size: 1.08rem; }
.state { margin: 1.75rem 0; padding: 1rem 1.25rem; border-radius: 10px; background: var(--ask-ground); border-left: 4px solid var(--ask); }
.state.done { background: var(--mend-ground); border-color: var(--mend); }
.state.bad { background: var(--bad-ground); border-color: var(--bad); }
.state p, .state ul { margin: .2rem 0 0; }
.state strong { font-size: 1.1rem; }
table { width: 100%; margin: 1rem 0; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th { padding: .35rem .5rem; border-bottom: 2px solid var(--line); color: var(--soft); font-size: .85rem; font-weight: 600; text-align: right; vertical-align: bottom; }
td { padding: .4rem .5rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th:first-child, td:first-child { padding-left: 0; text-align: left; }
td.less { color: var(--ask); font-weight: 600; }
.rule { margin: 1.25rem 0; padding: 1.1rem 1.25rem; border: 1px solid var(--line); border-radius: 10px; }
.rule header { display: flex; gap: 1rem; align-items: baseline; justify-content: space-between; }
.count { flex: none; padding: .1rem .6rem; border-radius: 99px; font-size: .85rem; font-weight: 600; white-space: nowrap; }
.question .count { background: var(--ask-ground); color: var(--ask); }
.mended .count, .question .count.done { background: var(--mend-ground); color: var(--mend); }
.taken .count { background: var(--take-ground); color: var(--take); }
dl { display: grid; grid-template-columns: minmax(6rem, max-content) 1fr; gap: .2rem 1rem; margin: .75rem 0 0; }
dt { font-weight: 600; }
dd { margin: 0; color: var(--soft); }
.examples { margin: .75rem 0 0; padding: 0; list-style: none; }
.examples li { padding: .35rem 0; border-top: 1px solid var(--line); }
.examples span { color: var(--soft); }
.undone { color: var(--soft); }
details { margin-top: .5rem; }
summary { color: var(--soft); cursor: pointer; }
.more { margin: .4rem 0 0; padding: 0; columns: 15rem; column-gap: 1.5rem; list-style: none; font-size: .9rem; }
.small { color: var(--soft); font-size: .88rem; }
code { padding: .05em .3em; border-radius: 4px; background: var(--take-ground); font-size: .92em; hyphens: none; }
.digest { font-family: ui-monospace, Consolas, monospace; font-size: .82rem; overflow-wrap: anywhere; }
.sign { display: grid; grid-template-columns: 1fr 2fr; gap: 2rem; margin-top: 4rem; }
.sign div { padding-top: .35rem; border-top: 1px solid var(--soft); color: var(--soft); font-size: .85rem; }
@media (max-width: 40rem) {
  main { margin: 0; padding: 1.25rem 1rem 2.5rem; border: 0; border-radius: 0; }
  h1 { font-size: 1.5rem; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: .4rem; }
  .rule { padding: .9rem; }
  td, th { padding-right: .2rem; padding-left: .2rem; font-size: .9rem; }
}
@media print {
  :root {
    color-scheme: light;
    --paper: #ffffff; --ground: #ffffff; --ink: #16191d; --soft: #4d545d; --line: #c9c7c1; --link: #16191d;
    --ask: #8a4200; --ask-ground: #fdf1e3; --mend: #1a5b42; --mend-ground: #e8f4ee; --take: #3d4654; --take-ground: #eef0f3;
    --bad: #8f1c25; --bad-ground: #fcebec;
  }
  @page { size: A4; margin: 18mm 17mm 20mm; @bottom-right { content: "Seite " counter(page) " von " counter(pages); font: 8pt sans-serif; color: #4d545d; } }
  body { font-size: 10pt; line-height: 1.45; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  main { max-width: none; margin: 0; padding: 0; border: 0; border-radius: 0; }
  h1 { font-size: 20pt; } h2 { margin-top: 9mm; font-size: 13.5pt; break-after: avoid; } h3 { font-size: 10.5pt; }
  h2 + p { break-after: avoid; }
  .rule, .state, tr, .sign { break-inside: avoid; }
  details:not([open]) { display: none; }
  a { text-decoration: none; }
}
`;
