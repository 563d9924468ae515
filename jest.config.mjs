// Which project a test file belongs to follows from its folder, and whether `npm test` or `npm run test:slow` runs it from
// its name: `NAME.slow.test.ts` is slow. `npx jest PATTERN` runs both kinds.
/** What the tests of mutants need too. */
export const shared = {
  // English texts, as a page has them once its chunks are loaded.
  setupFiles: ["<rootDir>/test/support/english.ts"],
  transform: { "\\.tsx?$|node_modules/.+\\.m?js$": "<rootDir>/test/support/transform.mjs" },
  // ES modules among the dependencies; the rest of node_modules is CommonJS already.
  transformIgnorePatterns: [
    "node_modules/(?!(jose|oauth4webapi|stemmer|iso-639-2|idb-keyval|fast-lei|p-queue|p-retry|p-timeout|eventemitter3|is-network-error|yocto-queue|lodash-es|nanoid|rbush|quickselect|kdbush|numfmt|@univerjs|cjk-regex|unicode-regex|linkedom|franc-min|trigram-utils|n-gram|collapse-white-space|regexp-util|opentype.js|d3-[a-z]+|internmap|eld)/)",
  ],
  // A module gets these as variables. As properties of the test's global object each use of them goes through Node's `vm`, which
  // took half the time of a test over the local service. No test replaces one of them.
  sandboxInjectedGlobals: ["Math", "Number", "Object", "Array", "String", "Map", "Set", "JSON", "Date"],
  // linkedom: its CommonJS files declare variables of these names. eld exports itself to `import` only.
  moduleNameMapper: {
    "^linkedom$": "<rootDir>/node_modules/linkedom/worker.js",
    "^eld/small$": "<rootDir>/node_modules/eld/src/entries/static.small.js",
  },
  modulePathIgnorePatterns: ["<rootDir>/dist/", "<rootDir>/.cache/"],
};

const project = (name, folders, options = {}) => ({
  ...shared,
  displayName: name,
  testMatch: folders.map((folder) => `<rootDir>/test/${folder}/**/*.test.{ts,tsx}`),
  ...options,
});

export default {
  projects: [
    project("unit", ["unit"], { testEnvironment: "<rootDir>/test/support/node-environment.mjs" }),
    project("pane", ["pane"], { testEnvironment: "<rootDir>/test/support/pane-environment.mjs" }),
    project("checks", ["conformance", "repo", "host"]),
    project("browser", ["e2e"], { testEnvironment: "<rootDir>/test/support/browser-environment.mjs" }),
  ],
  testSequencer: "<rootDir>/test/support/longest-first.mjs",
  // Browser tests wait by `until` and by the browser's own patience, which say what they waited for; this is the last resort.
  testTimeout: 120_000,
  // The spreadsheet engine leaves a message port open, which would keep the process of a few unit tests alive for ever.
  forceExit: true,
};
