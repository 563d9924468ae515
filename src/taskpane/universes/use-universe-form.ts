import type { KnownUniverse } from "../../runtime/universes";
import { useAttempts, type Attempts } from "../parts/use-attempts";
import type { Job, JobRun, JobState } from "../state/job";
import { usePane } from "../state/pane-context";
import { useDraft, useJob } from "../state/use-store";
import type { Say } from "../text/say";
import { useText } from "../text/use-text";
import { isUuid } from "./read-universe";

/** The members that can be left, cleared or set. */
export type Member = "description" | "owner" | "company";

interface UniverseDraft extends Readonly<Record<Member | `${Member}How`, string>> {
  readonly name: string;
  readonly type: string;
  readonly done: string;
}

type Problems = Partial<Record<Member | "name", string>>;

/** The form of a universe, to be created or changed. */
export interface UniverseForm {
  readonly editing: boolean;
  readonly draft: UniverseDraft;
  readonly problems: Problems;
  readonly job: Job & { readonly now: JobState };
  readonly attempts: Attempts;
  /** Setting the company of an existing universe removes all other links: a person must say yes. */
  readonly asksFirst: boolean;
  readonly change: (part: Partial<UniverseDraft>) => void;
  readonly check: () => boolean;
  readonly send: () => void;
}

const empty: UniverseDraft = {
  ...{ name: "", type: "", done: "" },
  ...{ description: "", descriptionHow: "leave" },
  ...{ owner: "", ownerHow: "leave" },
  ...{ company: "", companyHow: "leave" },
};

const members: readonly Member[] = ["description", "owner", "company"];

/** What is sent: a member that is left alone is not in the body, a cleared one is null (specification, "Universe and entity routes"). */
export const bodyOf = (draft: UniverseDraft): Readonly<Record<string, string | null>> => ({
  ...(draft.name.trim() === "" ? {} : { name: draft.name.trim() }),
  ...(draft.type === "" ? {} : { type: draft.type }),
  ...Object.fromEntries(
    members
      .filter((member) => draft[`${member}How`] !== "leave")
      .map((member) => [member, draft[`${member}How`] === "clear" ? null : draft[member].trim()]),
  ),
});

const problemsOf = (say: Say, draft: UniverseDraft, editing: boolean): Problems => {
  const problems: Problems = {};
  if (!editing && draft.name.trim() === "") problems.name = say("pane.required");
  if (editing && Object.keys(bodyOf(draft)).length === 0) problems.name = say("universe.nothing");
  if (draft.descriptionHow === "set" && draft.description.trim() === "") problems.description = say("pane.required");
  for (const member of ["owner", "company"] as const)
    if (draft[`${member}How`] === "set" && !isUuid(draft[member])) problems[member] = say("universes.idInvalid");
  return problems;
};

/** Creating a universe, or changing the one given. */
export const useUniverseForm = (universe: KnownUniverse | undefined): UniverseForm => {
  const say = useText();
  const { runtime } = usePane();
  const editing = universe !== undefined;
  const key = `universe-form:${universe?.universe_id ?? ""}`;
  const [draft, change, store] = useDraft(key, { ...empty, type: editing ? "" : "PRIVATE" });
  const job = useJob(key);
  const attempts = useAttempts();
  const problems = problemsOf(say, draft, editing);
  const taken = job.now.status === "failed" && job.now.error.details.status === 409;
  const what = say(editing ? "universe.update" : "universe.create");
  const send = (): void => {
    void job.start({ what, query: draft.name }, async ({ call }) => {
      const known = await (universe === undefined ? create : update)({ draft, universe, call });
      runtime.universes.add(known);
      if (universe === undefined) runtime.universes.select(known.universe_id);
      store.set({ ...empty, type: editing ? "" : "PRIVATE", done: say("universe.done", { name: known.name }) });
      attempts.forget();
      return 1;
    });
  };
  return {
    ...{ editing, draft, job, attempts, send },
    problems: attempts.tried ? { ...(taken && { name: say("universe.taken") }), ...problems } : {},
    asksFirst: editing && draft.companyHow === "set",
    change: (part) => change({ ...part, done: "" }),
    check: () => attempts.pass(problems),
  };
};

interface Sending {
  readonly draft: UniverseDraft;
  readonly universe: KnownUniverse | undefined;
  readonly call: JobRun["call"];
}

const create = async ({ draft, call }: Sending): Promise<KnownUniverse> => {
  const { value } = await call("createUniverse", { body: bodyOf(draft) });
  const universe_id =
    typeof value === "object" && value !== null && "universe_id" in value ? String(value.universe_id) : "";
  const description = draft.descriptionHow === "set" ? draft.description.trim() : null;
  return { universe_id, name: draft.name.trim(), type: draft.type, description, entities: 0 };
};

const update = async ({ draft, universe, call }: Sending): Promise<KnownUniverse> => {
  const universe_id = universe?.universe_id ?? "";
  const body = bodyOf(draft);
  await call("updateUniverse", { path: { universe_id }, body });
  const { name, type, description } = body;
  return {
    ...universe,
    universe_id,
    name: name ?? universe?.name ?? universe_id,
    ...(typeof type === "string" && { type }),
    ...(description !== undefined && { description }),
  };
};
