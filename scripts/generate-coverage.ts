import { contractMembers, type Member } from "./coverage-members";
import { notReached, reachOf } from "./coverage-reach";

const keyOf = ({ route, place, name }: Member): string => `${route} ${place} ${name}`;

/** Members that nothing reaches and no reason excuses; a test requires none. */
export const unreached = (): readonly string[] =>
  contractMembers()
    .filter((member) => reachOf(member) === undefined)
    .map(keyOf)
    .filter((key) => !(key in notReached));

const opening = `# Coverage

Generated from openapi.yaml and the definitions by \`npm run generate\`. Do not edit. Every member of every route, and what reaches it: a
function's argument or option, the column or path that shows it, or the part of the task pane that sets it.
`;

const rowsOf = (members: readonly Member[]): string =>
  members
    .map(
      (member) =>
        `| ${member.place} | ${member.name} | ${reachOf(member) ?? `not yet: ${notReached[keyOf(member)] ?? ""}`} |`,
    )
    .join("\n");

/** docs/coverage.md: route × member → what reaches it. */
export const renderCoverage = (): string => {
  const members = contractMembers();
  const routes = [...new Set(members.map(({ route }) => route))];
  const sections = routes.map((route) => {
    const own = members.filter((member) => member.route === route);
    return `## ${route}\n\n| place | member | reached by |\n| --- | --- | --- |\n${rowsOf(own)}`;
  });
  return `${[opening, ...sections].join("\n\n")}\n`;
};
