// Taste and layering; oxlint.config.mjs has what needs types. Every message says what to do instead; docs/architecture.md says why.
import { defineConfig } from "eslint/config";
import jsdoc from "eslint-plugin-jsdoc";
import jsxA11y from "eslint-plugin-jsx-a11y";
import officeAddins from "eslint-plugin-office-addins";
import reactHooks from "eslint-plugin-react-hooks";
import * as regexp from "eslint-plugin-regexp";
import unicorn from "eslint-plugin-unicorn";
import tseslint from "typescript-eslint";
import layers from "./layers.json" with { type: "json" };
import { retiredWords } from "./scripts/lint/retired-words.mjs";

/** The layers of the add-in, in the order of import; service, workbench and gateway stand beside them. */
const order = layers.order;
const office = ["Office", "Excel", "CustomFunctions", "OfficeRuntime"];
const dom = ["document", "window", "localStorage", "sessionStorage", "navigator", "history", "location"];
const time = ["setTimeout", "setInterval", "setImmediate", "requestAnimationFrame", "performance"];
const made = ["fetch", "indexedDB", "crypto", "caches", "XMLHttpRequest", "Worker"];
const outward = {
  regex: "/(scripts|bench|test)/",
  message: "src/ is what scripts/, bench/ and test/ stand on: it imports nothing of theirs.",
};
const benchmark = {
  regex: "/bench/",
  message: "A test runs the benchmark as a program; what both need belongs to test/support.",
};
const nodeModules = { regex: "^(node:|fs$|path$|http$|https$|child_process$|os$|url$)" };

const refuse = (names, message) => names.map((name) => ({ name, message }));
const officeMessage = "Only src/addin/excel/ may name Office: ask its Workbook, Recalculation or Capabilities instead.";
const domMessage =
  "Only src/addin/taskpane/ and src/workbench/ touch the page: let src/addin/main.ts pass in what you need.";
const timeMessage =
  "Use the Clock that is passed in (src/engine/clock.ts), so that tests and the benchmark can set the time.";
const madeMessage = "Created once in src/addin/main.ts and passed in, so that tests can pass in another.";
const nodeMessage =
  "node: modules belong to service/, gateway/, scripts/ and bench/; this code also runs in a browser.";

const noClock = [
  { object: "Date", property: "now", message: timeMessage },
  { object: "Math", property: "random", message: timeMessage },
];
const taste = [
  { selector: "TSEnumDeclaration", message: "Use a union of literals; enums do not erase." },
  { selector: "ExportDefaultDeclaration", message: "Export by name: one concept, one name." },
  { selector: "AssignmentExpression[left.object.name='globalThis']", message: "No global state: pass the Runtime on." },
];

// Such a pattern goes to the end of a text from each beginning that has no end. The rules of `regexp` do not see it.
const lazyPattern = {
  selector: String.raw`Literal[regex.pattern=/\[\^\][*+]\?|\[\\[sS]\\[sS]\][*+]\?/]`,
  message: "Find elements of XML by elementTexts, mapElements or findElement, and other texts by indexOf.",
};

const translated = {
  selector: "NewExpression[callee.name='AddinError'][arguments.1.type=/Literal/]",
  message: "Users read it: put it into src/i18n/locales/en and call t() with its key.",
};

export default defineConfig(
  {
    ignores: ["dist/", "node_modules/", ".cache/", "coverage/", "screenshots/", "**/*.cjs", "*.js"],
  },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  {
    files: ["**/*.{ts,tsx}"],
    languageOptions: { parser: tseslint.parser },
    plugins: { jsdoc, unicorn, "react-hooks": reactHooks },
    rules: {
      // Ceilings against monsters only; the reviewer asks whether a newcomer would look for it here.
      "max-lines": ["error", { max: 500, skipBlankLines: false }],
      complexity: ["error", 15],
      "no-console": ["error"],
      "no-restricted-syntax": ["error", ...taste],
      "unicorn/filename-case": ["error", { case: "kebabCase" }],
      // A comment says what name and type cannot; an export that explains itself has none. Restating comments are for review to find.
      "jsdoc/check-tag-names": "error",
      "jsdoc/no-blank-blocks": "error",
      "jsdoc/no-types": "error",
      "react-hooks/rules-of-hooks": "error",
      "react-hooks/exhaustive-deps": "error",
    },
  },
  {
    files: ["src/**/*.{ts,tsx}", "scripts/**/*.{ts,tsx}", "test/**/*.{ts,tsx}", "bench/**/*.{ts,tsx}"],
    plugins: { words: { rules: { retired: retiredWords } } },
    rules: { "words/retired": "error" },
  },
  {
    files: ["src/**/*.{ts,tsx}"],
    rules: {
      "no-restricted-syntax": ["error", ...taste, translated, lazyPattern],
    },
  },
  {
    // One text a line, as the translations have them.
    files: ["src/i18n/locales/en/*.ts"],
    rules: { "max-lines": "off" },
  },
  {
    files: order.filter((layer) => layer !== "addin").map((layer) => `src/${layer}/**/*.{ts,tsx}`),
    rules: {
      "no-restricted-globals": [
        "error",
        ...refuse(office, officeMessage),
        ...refuse(dom, domMessage),
        ...refuse(time, timeMessage),
        ...refuse(made, madeMessage),
      ],
      "no-restricted-properties": ["error", ...noClock],
      "no-restricted-imports": ["error", { patterns: [{ ...nodeModules, message: nodeMessage }, outward] }],
    },
  },
  {
    files: ["src/engine/clock.ts"],
    rules: {
      "no-restricted-globals": ["error", ...refuse(office, officeMessage), ...refuse(dom, domMessage)],
      "no-restricted-properties": "off",
    },
  },
  {
    files: ["src/addin/commands/**/*.ts"],
    rules: {
      "no-restricted-globals": [
        "error",
        ...refuse(office, officeMessage),
        ...refuse(dom, domMessage),
        ...refuse(time, timeMessage),
        ...refuse(made, madeMessage),
      ],
    },
  },
  {
    files: ["src/addin/**/*.{ts,tsx}"],
    rules: { "no-restricted-imports": ["error", { patterns: [{ ...nodeModules, message: nodeMessage }, outward] }] },
  },
  {
    files: ["src/addin/excel/**/*.ts"],
    plugins: { "office-addins": officeAddins },
    rules: {
      "no-restricted-globals": [
        "error",
        ...refuse(dom, domMessage),
        ...refuse(time, timeMessage),
        ...refuse(made, madeMessage),
      ],
      "office-addins/load-object-before-read": "error",
      "office-addins/call-sync-before-read": "error",
      "office-addins/no-office-initialize": "error",
    },
  },
  {
    files: ["src/addin/taskpane/**/*.{ts,tsx}"],
    plugins: { "jsx-a11y": jsxA11y },
    rules: {
      ...jsxA11y.flatConfigs.recommended.rules,
      "no-restricted-globals": [
        "error",
        ...refuse(office, officeMessage),
        ...refuse(time, timeMessage),
        ...refuse(made, madeMessage),
      ],
    },
  },
  {
    // A pattern over text of others takes time in proportion to it: no file or request may stop a page or the gateway.
    files: [
      "src/{facts,ooxml,formulas,gateway,workbench,engine,service}/**/*.ts",
      "src/data/{enrich,import,names}/**/*.ts",
      "src/addin/{doctor,excel}/**/*.ts",
    ],
    plugins: { regexp },
    rules: {
      "regexp/no-super-linear-backtracking": ["error", { report: "potential" }],
      "regexp/no-super-linear-move": ["error", { report: "potential" }],
    },
  },
  {
    files: ["src/workbench/**/*.{ts,tsx}", "src/gateway/**/*.ts", "src/service/**/*.ts"],
    rules: { "no-restricted-globals": "off", "no-restricted-imports": ["error", { patterns: [outward] }] },
  },
  {
    files: ["test/**/*.{ts,tsx}", "scripts/**/*.ts", "bench/**/*.ts"],
    rules: { "no-console": "off" },
  },
  {
    files: ["test/**/*.{ts,tsx}"],
    rules: {
      "no-restricted-imports": ["error", { patterns: [benchmark] }],
    },
  },
  {
    files: ["test/conformance/**/*.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            benchmark,
            {
              regex: "src/contract",
              message:
                "The conformance suite is the independent witness: literal paths and JSON, from the specification's text.",
            },
          ],
        },
      ],
    },
  },
);
