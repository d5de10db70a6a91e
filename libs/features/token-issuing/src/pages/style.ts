import { SHAPES } from './style-shapes.ts';

/** The pages' only style sheet, inline and allowed by its hash: colours first, then shapes. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --page: #eef1f7; --glow: #dbe5ff; --card: #fff; --field: #fff; --sunken: #f4f6fa; --line: #d5dae3; --edge: #747f91;
  --text: #161d29; --quiet: #525d6e; --accent: #1b56e8; --accent-over: #1546c4; --accent-text: #fff;
  --alert: #a3131f; --alert-page: #fdecee; --good: #0b6236; --good-page: #e5f6ec; --shadow: #1b2a4a1f;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0e1218; --glow: #17233f; --card: #181e28; --field: #11161e; --sunken: #11161e; --line: #343e4d;
    --edge: #8692a5; --text: #eef1f5; --quiet: #a9b4c4; --accent: #86a8ff; --accent-over: #a5bfff;
    --accent-text: #0d1526; --alert: #ffb3b8; --alert-page: #3a1a20; --good: #9fe3bd; --good-page: #13301f;
    --shadow: #0008;
  }
}
${SHAPES}`;
