import { useAttempts, type Attempts } from "../parts/use-attempts";
import type { Job, JobState } from "../state/job";
import { usePane } from "../state/pane-context";
import { useDraft, useJob } from "../state/use-store";
import type { Say } from "../text/say";
import { useText } from "../text/use-text";
import type { KnownUniverse } from "../../runtime/universes";
import { findUniverse, isUuid, type UniverseFound } from "./read-universe";
import { universeLine } from "./universe-line";

interface AddDraft {
  readonly id: string;
  readonly name: string;
  /** The universe is there, but no entity of it could tell its name. */
  readonly nameless: boolean;
  readonly entities: number;
  readonly added: string;
}

const empty: AddDraft = { id: "", name: "", nameless: false, entities: 0, added: "" };

const fine = { idProblem: undefined, nameProblem: undefined };

const problemsOf = (say: Say, { id, nameless, name }: AddDraft): Pick<AddForm, "idProblem" | "nameProblem"> => ({
  idProblem: isUuid(id) ? undefined : say(id.trim() === "" ? "pane.required" : "universes.idInvalid"),
  nameProblem: nameless && name.trim() === "" ? say("pane.required") : undefined,
});

/** The form that adds a universe by id: what is typed, what is wrong with it, how far the check is. */
export interface AddForm {
  readonly draft: AddDraft;
  readonly job: Job & { readonly now: JobState };
  readonly attempts: Attempts;
  readonly idProblem: string | undefined;
  readonly nameProblem: string | undefined;
  readonly setId: (id: string) => void;
  readonly setName: (name: string) => void;
  readonly submit: () => void;
}

/** Adding a universe by id. Whatever was checked is added; a universe without entities is asked for its name. */
export const useAddUniverse = (): AddForm => {
  const say = useText();
  const { runtime } = usePane();
  const [draft, change, store] = useDraft("add-universe", empty);
  const job = useJob("add-universe");
  const attempts = useAttempts();
  const id = draft.id.trim().toLowerCase();
  const problems = problemsOf(say, draft);
  const keep = (universe: KnownUniverse): void => {
    runtime.universes.add(universe);
    if (runtime.universes.selected.get() === undefined) runtime.universes.select(universe.universe_id);
    store.set({ ...empty, added: say("universes.added", { name: universe.name, facts: universeLine(say, universe) }) });
    attempts.forget();
  };
  const found = ({ known, entities }: UniverseFound): void => {
    if (known === undefined) change({ nameless: true, entities });
    else keep(known);
  };
  const submit = (): void => {
    if (!attempts.pass(problems)) return;
    if (draft.nameless) keep({ universe_id: id, name: draft.name.trim(), entities: draft.entities });
    else
      void job.start({ what: say("universes.addTitle"), query: id }, async ({ inquiry }) => {
        found(await findUniverse(runtime, id, inquiry));
        return 1;
      });
  };
  return {
    draft,
    job,
    attempts,
    ...(attempts.tried ? problems : fine),
    setId: (value) => store.set({ ...empty, id: value }),
    setName: (name) => change({ name }),
    submit,
  };
};
