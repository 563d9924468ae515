// What needs the types of the project: TypeScript's own errors, and the rules that typescript-eslint calls strict and stylistic.
// eslint.config.mjs has the rest.
import tseslint from "typescript-eslint";

const sets = [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked];
/** Not among the rules of oxlint. */
const missing = "@typescript-eslint/no-unsafe-class-instance-assignment";
const strict = Object.fromEntries(
  sets
    .flatMap(({ rules = {} }) => Object.entries(rules))
    .filter(([name, level]) => name !== missing && level !== "off")
    .map(([name, level]) => [name.replace("@typescript-eslint/", "typescript/"), level]),
);

export default {
  plugins: ["typescript"],
  categories: { correctness: "off" },
  options: { typeAware: true, typeCheck: true },
  ignorePatterns: ["dist/", ".cache/", "coverage/", "screenshots/", "**/*.{js,cjs,mjs}"],
  rules: {
    ...strict,
    "typescript/consistent-type-imports": "error",
    "typescript/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
    "typescript/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
    "typescript/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
    "typescript/consistent-type-definitions": "off",
    "typescript/no-unnecessary-type-parameters": "off",
  },
  overrides: [
    {
      files: ["test/**/*.{ts,tsx}"],
      rules: { "typescript/no-non-null-assertion": "off", "typescript/unbound-method": "off" },
    },
  ],
};
