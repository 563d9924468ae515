// A loader of webpack: empties the help in the definitions of worksheet functions, before TypeScript is compiled.
const ts = require("typescript");

/** What replaces the object of a property `help`, and that of `sharedHelp` (src/formulas/define/help.ts). */
const emptyHelp = '{ description: "", examples: [] }';
const emptySharedHelp = "{ labels: {}, parameters: {}, options: {}, choices: {} }";

const replacementOf = (node) => {
  if (!node.initializer || !ts.isObjectLiteralExpression(node.initializer)) return undefined;
  if (ts.isPropertyAssignment(node) && node.name.getText() === "help") return emptyHelp;
  if (ts.isVariableDeclaration(node) && node.name.getText() === "sharedHelp") return emptySharedHelp;
  return undefined;
};

/** The source without its help. Line numbers stay, for source maps. */
module.exports = function withoutHelp(source) {
  const file = ts.createSourceFile(this.resourcePath, source, ts.ScriptTarget.Latest, true);
  let result = "";
  let end = 0;
  const visit = (node) => {
    const replacement = replacementOf(node);
    if (replacement === undefined) return ts.forEachChild(node, visit);
    const text = node.initializer.getText();
    result += source.slice(end, node.initializer.getStart()) + replacement + text.replaceAll(/[^\n]/g, "");
    end = node.initializer.getEnd();
  };
  visit(file);
  return result + source.slice(end);
};
