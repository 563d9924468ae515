import { useAttempts, type Attempts } from "../parts/use-attempts";
import type { KnownUniverse } from "../../runtime/universes";
import type { WireRecord } from "../../runtime/wire-record";
import type { Job, JobState } from "../state/job";
import { usePane } from "../state/pane-context";
import { useDraft, useJob } from "../state/use-store";
import { useText } from "../text/use-text";
import { searchOf } from "./search-of";
import { universesOf } from "./read-universe";

interface Company {
  readonly id: string;
  readonly name: string;
  readonly country: string;
}

interface DiscoverDraft {
  readonly text: string;
  readonly companies: readonly Company[] | undefined;
  readonly company: string;
  readonly found: readonly KnownUniverse[] | undefined;
}

/** Discovery: what is typed, the companies found, and the universes of the one chosen. */
export interface Discover {
  readonly draft: DiscoverDraft;
  readonly job: Job & { readonly now: JobState };
  readonly attempts: Attempts;
  readonly problem: string | undefined;
  readonly setText: (text: string) => void;
  readonly search: () => void;
  readonly choose: (company: string) => void;
}

const empty: DiscoverDraft = { text: "", companies: undefined, company: "", found: undefined };
const wanted = { fields: ["id", "name", "country"], maxCandidates: 10 } as const;

const toCompany = ({ id, name, country }: WireRecord): Company => ({
  id: String(id),
  name: String(name),
  country: typeof country === "string" ? country : "",
});

/** Finds the universes of a company: one call for the company, one for its universes. */
export const useDiscover = (): Discover => {
  const say = useText();
  const { runtime } = usePane();
  const [draft, change, store] = useDraft("discover", empty);
  const job = useJob("discover");
  const attempts = useAttempts();
  const problem = draft.text.trim() === "" ? say("pane.required") : undefined;
  const what = say("universes.discover");
  const choose = (company: string): void => {
    change({ company, found: undefined });
    void job.start({ what, query: company }, async ({ inquiry }) => {
      const found = await universesOf(runtime, company, inquiry);
      change({ found });
      return found.length;
    });
  };
  const search = (): void => {
    const text = draft.text.trim();
    if (!attempts.pass({ problem })) return;
    change({ companies: undefined, company: "", found: undefined });
    void job.start({ what, query: text }, async ({ inquiry }) => {
      const { matches } = await runtime.entities.search(searchOf(text), wanted, inquiry);
      const companies = matches.map(toCompany);
      const [only] = companies;
      if (only === undefined || companies.length > 1) change({ companies });
      else change({ companies, company: only.id, found: await universesOf(runtime, only.id, inquiry) });
      return companies.length;
    });
  };
  return {
    draft,
    job,
    attempts,
    problem: attempts.tried ? problem : undefined,
    setText: (text) => store.set({ ...empty, text }),
    search,
    choose,
  };
};
