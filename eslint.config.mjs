// Taste and layering. Every message says what to do instead; docs/architecture.md says why.
import boundaries from "eslint-plugin-boundaries";
import jsdoc from "eslint-plugin-jsdoc";
import jsxA11y from "eslint-plugin-jsx-a11y";
import officeAddins from "eslint-plugin-office-addins";
import reactHooks from "eslint-plugin-react-hooks";
import unicorn from "eslint-plugin-unicorn";
import tseslint from "typescript-eslint";
import layers from "./layers.json" with { type: "json" };

const element = (types) => types.map((type) => ({ to: { element: { type } } }));
const downwards = layers.map((type, index) => ({
  from: { element: { type } },
  allow: element(layers.slice(0, index + 1)),
}));

const office = ["Office", "Excel", "CustomFunctions", "OfficeRuntime"];
const dom = ["document", "window", "localStorage", "sessionStorage", "navigator", "history", "location"];
const time = ["setTimeout", "setInterval", "setImmediate", "requestAnimationFrame", "performance"];
const made = ["fetch", "indexedDB", "crypto", "caches", "XMLHttpRequest", "Worker"];
const outward = {
  regex: "/(scripts|bench|test)/",
  message: "src/ is what scripts/, bench/ and test/ stand on: it imports nothing of theirs.",
};
const nodeModules = { regex: "^(node:|fs$|path$|http$|https$|child_process$|os$|url$)" };

const refuse = (names, message) => names.map((name) => ({ name, message }));
const officeMessage =
  "Only src/office/ may name Office; ask it through the Workbook, Recalculation or Capabilities doors.";
const domMessage = "Only src/taskpane/ and src/workbench/ touch the page; let addin.ts hand in what you need.";
const timeMessage = "Take the Clock you are given (runtime/clock.ts): tests and the benchmark move it.";
const madeMessage = "Made once in addin.ts and handed in, so that tests can hand in another.";
const nodeMessage = "node: belongs to service/, gateway/, scripts/ and bench/; the add-in runs in a page.";

const noClock = [
  { object: "Date", property: "now", message: timeMessage },
  { object: "Math", property: "random", message: timeMessage },
];
const taste = [
  { selector: "TSEnumDeclaration", message: "Use a union of literals; enums do not erase." },
  { selector: "ExportDefaultDeclaration", message: "Export by name: one concept, one name." },
  { selector: "AssignmentExpression[left.object.name='globalThis']", message: "No global state: pass the Runtime on." },
];

const spoken = {
  selector: "NewExpression[callee.name='AddinError'][arguments.1.type=/Literal/]",
  message: "Users read it: say it by a key of src/text, so that it speaks their language.",
};

export default tseslint.config(
  {
    ignores: [
      "dist/",
      "node_modules/",
      ".cache/",
      "coverage/",
      "screenshots/",
      "**/*.mjs",
      "**/*.cjs",
      "*.js",
      "src/wire/types.ts",
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  {
    files: ["**/*.{ts,tsx}"],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { project: "./tsconfig.json", tsconfigRootDir: import.meta.dirname } },
    plugins: { boundaries, jsdoc, unicorn, "react-hooks": reactHooks },
    settings: {
      "boundaries/elements": [...layers, "service", "workbench", "gateway"].map((type) => ({
        type,
        pattern: `src/${type}`,
      })),
      "import/resolver": { typescript: { project: "./tsconfig.json" } },
    },
    rules: {
      "max-lines": ["error", { max: 200, skipBlankLines: false }],
      "max-lines-per-function": ["error", { max: 40, skipBlankLines: true, skipComments: true }],
      "max-params": ["error", 3],
      "max-depth": ["error", 3],
      complexity: ["error", 12],
      "no-console": ["error"],
      "no-restricted-syntax": ["error", ...taste],
      "unicorn/filename-case": ["error", { case: "kebabCase" }],
      "jsdoc/require-jsdoc": [
        "error",
        {
          publicOnly: true,
          require: { FunctionDeclaration: true, ClassDeclaration: true, ArrowFunctionExpression: true },
          contexts: [
            "ExportNamedDeclaration > TSInterfaceDeclaration",
            "ExportNamedDeclaration > TSTypeAliasDeclaration",
          ],
        },
      ],
      "jsdoc/require-description": ["error", { contexts: ["any"] }],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/consistent-type-definitions": "off",
      "@typescript-eslint/no-unnecessary-type-parameters": "off",
      "react-hooks/rules-of-hooks": "error",
      "react-hooks/exhaustive-deps": "error",
    },
  },
  {
    files: ["src/**/*.{ts,tsx}"],
    rules: {
      "no-restricted-syntax": ["error", ...taste, spoken],
      "boundaries/dependencies": [
        "error",
        {
          default: "disallow",
          message:
            "Imports point up the list: {{from.element.type}} may not use {{to.element.type}} (docs/architecture.md).",
          policies: [
            ...downwards,
            { from: { element: { type: "service" } }, allow: element(["service", "wire"]) },
            { from: { element: { type: "workbench" } }, allow: element(["workbench"]) },
            { from: { element: { type: "gateway" } }, allow: element(["gateway"]) },
          ],
        },
      ],
    },
  },
  {
    files: layers.flatMap((layer) => [`src/${layer}/**/*.{ts,tsx}`]),
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
    files: ["src/runtime/system-clock.ts"],
    rules: {
      "no-restricted-globals": ["error", ...refuse(office, officeMessage), ...refuse(dom, domMessage)],
      "no-restricted-properties": "off",
    },
  },
  {
    files: ["src/office/**/*.ts"],
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
    files: ["src/taskpane/**/*.{ts,tsx}"],
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
    files: ["src/workbench/**/*.{ts,tsx}", "src/gateway/**/*.ts", "src/service/**/*.ts"],
    rules: { "no-restricted-globals": "off", "no-restricted-imports": ["error", { patterns: [outward] }] },
  },
  {
    files: ["test/**/*.{ts,tsx}", "scripts/**/*.ts", "bench/**/*.ts"],
    rules: { "jsdoc/require-jsdoc": "off", "jsdoc/require-description": "off", "no-console": "off" },
  },
  {
    files: ["test/**/*.{ts,tsx}"],
    rules: {
      "max-lines-per-function": "off",
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/unbound-method": "off",
    },
  },
  {
    files: ["test/conformance/**/*.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              regex: "src/wire",
              message:
                "The conformance suite is the independent witness: literal paths and JSON, from the specification's text.",
            },
          ],
        },
      ],
    },
  },
);
