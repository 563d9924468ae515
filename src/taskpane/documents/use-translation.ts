import type { WireRecord } from "../../runtime/wire-record";
import { useAttempts, type Attempts } from "../parts/use-attempts";
import type { Job, JobState } from "../state/job";
import { useDraft, useJob } from "../state/use-store";
import type { Say } from "../text/say";
import { useText } from "../text/use-text";
import { perCall, readAsked, translate, type Asked } from "./translate";

interface TranslationDraft {
  readonly text: string;
  readonly language: string;
  readonly fields: readonly string[];
  readonly found: readonly WireRecord[] | undefined;
  /** Documents sent for translation since the add-in started. */
  readonly used: number;
}

type Problems = Partial<Record<"text" | "language" | "fields", string>>;

/** The form of a translation. */
export interface Translation {
  readonly draft: TranslationDraft;
  readonly asked: readonly Asked[];
  readonly calls: number;
  readonly problems: Problems;
  readonly job: Job & { readonly now: JobState };
  readonly attempts: Attempts;
  readonly change: (part: Partial<TranslationDraft>) => void;
  readonly check: () => boolean;
  readonly send: () => void;
}

const empty: TranslationDraft = { text: "", language: "english", fields: ["title", "text"], found: undefined, used: 0 };

const problemsOf = (say: Say, draft: TranslationDraft): Problems => {
  const { asked, odd } = readAsked(draft.text);
  const problems: Problems = {};
  if (odd !== undefined) problems.text = say("documents.odd", { line: odd });
  else if (asked.length === 0) problems.text = say("pane.required");
  if (draft.language.trim() === "") problems.language = say("pane.required");
  if (draft.fields.length === 0) problems.fields = say("documents.noField");
  return problems;
};

/** Translating; what was typed stays, and a second click sends nothing. */
export const useTranslation = (): Translation => {
  const say = useText();
  const [draft, change, store] = useDraft("translation", empty);
  const job = useJob("translation");
  const attempts = useAttempts();
  const { asked } = readAsked(draft.text);
  const problems = problemsOf(say, draft);
  const send = (): void => {
    const { fields, language } = draft;
    change({ found: undefined });
    void job.start(
      { what: say("documents.translate"), query: `translate ${asked.length} → ${language}` },
      async (run) => {
        const counted = { ...run, progress: (done: number, total?: number) => run.progress(done, total) };
        const found = await translate({ asked, fields, language: language.trim() }, counted);
        store.set({ ...store.get(), found, used: store.get().used + asked.length });
        attempts.forget();
        return found.length;
      },
    );
  };
  return {
    ...{ draft, asked, job, attempts, change, send },
    calls: Math.ceil(asked.length / perCall),
    problems: attempts.tried ? problems : {},
    check: () => attempts.pass(problems),
  };
};
