// The order of the layers and of the folders inside them, for cycles and for what ESLint's boundaries cannot see.
// layers.json has the order; docs/architecture.md has the picture.
const { order, beside, inside } = require("./layers.json");

const isFile = (entry) => entry.includes(".");
const placed = (folder, entry) => `^src/${folder}/${entry.replaceAll(".", "\\.")}${isFile(entry) ? "$" : "/"}`;

const layers = order.slice(0, -1).map((layer, index) => ({
  name: `${layer}-imports-a-later-layer`,
  severity: "error",
  comment: "A file imports from its own layer and from earlier layers of layers.json.",
  from: { path: `^src/${layer}/` },
  to: { path: `^src/(${order.slice(index + 1).join("|")})/` },
}));

const besides = Object.entries(beside).map(([folder, uses]) => ({
  name: `${folder}-stands-alone`,
  severity: "error",
  comment: `${folder} imports only ${[folder, ...uses].join(" and ")}.`,
  from: { path: `^src/${folder}/` },
  to: { path: "^src/", pathNot: `^src/(${[folder, ...uses].join("|")})/` },
}));

/** Inside a layer the entries are ordered too: folders, and files that stand beside them. */
const insides = Object.entries(inside).flatMap(([folder, entries]) =>
  entries.slice(0, -1).map((entry, index) => ({
    name: `${folder}-${entry.replace(/\.\w+$/, "")}-imports-a-later-folder`,
    severity: "error",
    comment: `Inside ${folder} a file imports from its own folder and from earlier ones of layers.json, in values and in types.`,
    from: { path: placed(folder, entry) },
    to: {
      path: entries
        .slice(index + 1)
        .map((later) => placed(folder, later))
        .join("|"),
    },
  })),
);

module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      comment:
        "Break the cycle: one of the two knows too much. Move what both need to a third module, or make them one.",
      from: {},
      to: { circular: true },
    },
    ...layers,
    ...besides,
    ...insides,
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
  },
};
