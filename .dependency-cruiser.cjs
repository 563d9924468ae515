// The layering once more, for cycles, orphans and what ESLint's boundaries cannot see; the picture in docs/architecture.md comes from here.
const layers = require("./layers.json");

const upTheList = layers.slice(0, -1).map((layer, index) => ({
  name: `${layer}-imports-up-the-list`,
  severity: "error",
  comment: "A file imports from its own folder and from folders earlier in layers.json, never later.",
  from: { path: `^src/${layer}/` },
  to: { path: `^src/(${layers.slice(index + 1).join("|")})/` },
}));

const alone = (folder, allowed) => ({
  name: `${folder}-stands-alone`,
  severity: "error",
  comment: `${folder} imports only ${allowed.join(" and ")}: it is a witness, not a part of the add-in.`,
  from: { path: `^src/${folder}/` },
  to: { path: "^src/", pathNot: `^src/(${allowed.join("|")})/` },
});

module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      comment: "Break the cycle: one of the two knows too much. Types may know each other (docs/decisions/0009).",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    ...upTheList,
    alone("service", ["service", "wire"]),
    alone("workbench", ["workbench"]),
    alone("gateway", ["gateway"]),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    exclude: { path: "^src/wire/types.ts$" },
  },
};
