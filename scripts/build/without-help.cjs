// A transformer of TypeScript for ts-loader: empties the help in the definitions of worksheet functions.
const ts = require("typescript");

const empty = (...members) =>
  ts.factory.createObjectLiteralExpression(
    members.map(([name, value]) => ts.factory.createPropertyAssignment(name, value)),
  );
const emptyHelp = empty(
  ["description", ts.factory.createStringLiteral("")],
  ["examples", ts.factory.createArrayLiteralExpression()],
);
const emptySharedHelp = empty(...["labels", "parameters", "options", "choices"].map((name) => [name, empty()]));

const isObject = ({ initializer }) => initializer !== undefined && ts.isObjectLiteralExpression(initializer);

/** Empties each property `help`, and the constant `sharedHelp` of src/formulas/define/help.ts. */
const emptied = (node) => {
  if (ts.isPropertyAssignment(node) && node.name.text === "help" && isObject(node))
    return ts.factory.updatePropertyAssignment(node, node.name, emptyHelp);
  if (ts.isVariableDeclaration(node) && node.name.text === "sharedHelp" && isObject(node))
    return ts.factory.updateVariableDeclaration(node, node.name, undefined, node.type, emptySharedHelp);
  return undefined;
};

const withoutHelp = (context) => (file) => {
  if (!/[\\/]src[\\/]formulas[\\/]/.test(file.fileName)) return file;
  const visit = (node) => emptied(node) ?? ts.visitEachChild(node, visit, context);
  return ts.visitNode(file, visit);
};

module.exports = { withoutHelp };
