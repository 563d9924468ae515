// ESLint rule: names use the standard word. Each retired word has the word that replaces it.

/** Not in any name. */
const anywhere = {
  walk: "list, Paginator or page merge",
  walker: "Paginator",
  walked: "paginated",
  door: "deps, or the name of the module",
  doors: "deps",
  inquiry: "request context",
  lane: "queue key",
  shelf: "persistence",
  parked: "persisted, or chunk",
  breath: "yieldToHost, or time slice",
  pacer: "time slice",
  lull: "rate limiter",
  peace: "rate limiter",
  desk: "resolve form",
  voice: "translator",
  say: "t",
  tell: "notify, or report",
  speak: "setLocale",
  spoken: "translated",
  dice: "random",
  apart: "distinct",
  arranged: "sorted",
  claim: "lock",
  blame: "argumentOf",
  grace: "reuse window",
};

/** Not in the name of a type: a participle does not say what the thing is. */
const inTypes = {
  asked: "request, or input",
  wanted: "request, or input",
  written: "serialized, or input",
  outcome: "result",
  reading: "reader",
  kept: "cached, persisted, or no prefix",
  remembered: "cached, or no prefix",
  watched: "no prefix",
  recall: "cache policy",
};

/** Not in these folders, where the word means something else. */
const inFolders = [
  [/\/src\/engine\//, { spill: "large entry (a spill is Excel's dynamic array)" }],
  [/\/src\/(engine|formulas|addin)\//, { world: "deps, or platform" }],
];

const types = ["TSInterfaceDeclaration[id]", "TSTypeAliasDeclaration[id]", "ClassDeclaration[id]"];

const wordsOf = (name) =>
  name
    .replace(/^#/, "")
    .split(/(?=[A-Z])|_/)
    .map((word) => word.toLowerCase());

/** Rule `words/retired`. */
export const retiredWords = {
  meta: { type: "suggestion", schema: [], messages: { retired: "`{{name}}`: say {{standard}} instead of {{word}}." } },
  create: (context) => {
    const here = Object.assign(
      {},
      anywhere,
      ...inFolders.filter(([folder]) => folder.test(context.filename)).map(([, words]) => words),
    );
    const check = (node, words) => {
      const name = node?.name ?? node?.value;
      if (typeof name !== "string") return;
      for (const word of wordsOf(name))
        if (Object.hasOwn(words, word))
          context.report({ node, messageId: "retired", data: { name, word, standard: words[word] } });
    };
    const member = (node) => check(node.key, here);
    return {
      ...Object.fromEntries(types.map((type) => [type, (node) => check(node.id, { ...here, ...inTypes })])),
      FunctionDeclaration: (node) => check(node.id, here),
      TSPropertySignature: member,
      TSMethodSignature: member,
      PropertyDefinition: member,
      MethodDefinition: member,
      // Names of variables and parameters, also where they are destructured.
      "VariableDeclarator > Identifier.id": (node) => check(node, here),
      ":function > Identifier.params": (node) => check(node, here),
      ":function > AssignmentPattern.params > Identifier.left": (node) => check(node, here),
    };
  },
};
