import { type ReactNode, useEffect } from "react";
import type { AddinError } from "../../../../engine/http/addin-error";
import { t } from "../../../../i18n/t";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob, useStore } from "../../state/use-store";
import { AskButton } from "../../ui/confirm";
import { bindField, ChoiceField, TextField } from "../../ui/fields";
import { Fold } from "../../ui/fold";
import { GrowingList } from "../../ui/growing-list";
import { JobNotice } from "../../ui/job-form";
import { Quiet, Stack } from "../../ui/layout";
import { Notice } from "../../ui/notice";
import { useAttempts } from "../../ui/use-attempts";
import {
  type Fill,
  type FillCompany,
  isElsewhere,
  newFill,
  readFill,
  missingReason,
  requestsLeft,
  runFill,
  storeFill,
} from "./fill-universe";
import { pollInterval } from "../tasks/coverage-request";

interface FillDraft {
  readonly fill: Fill | undefined;
  /** Whether the fill of the device was looked for since somebody has signed in. */
  readonly looked: boolean;
}

const useFill = () => {
  const { runtime } = usePane();
  const [owner] = useDraft("fill-owner", { id: `${runtime.clock.now()} ${runtime.clock.random()}` });
  const [draft, change] = useDraft<FillDraft>("fill", { fill: undefined, looked: false });
  const job = useJob("fill");
  const start = (fill: Fill): void => {
    change({ fill, looked: true });
    void job.start(t("resolve.universe"), fill.name, async (run) => {
      const done = await runFill(runtime, { ...fill, owner: owner.id }, run, (step) => change({ fill: step }));
      return done.companies.length - done.missing.length;
    });
  };
  const forget = (): void => {
    change({ fill: undefined });
    job.reset();
    void storeFill(runtime, undefined);
  };
  return { ...draft, change, job, start, forget, owner: owner.id };
};

/**
 * Shows nothing. Lets a universe that was left behind go on as soon as its account is signed in, whichever view is open. Follows a universe
 * that another window works on.
 */
export const FillKeeper = (): ReactNode => {
  const { runtime } = usePane();
  const { clock } = runtime;
  const { fill, looked, change, job, start, owner } = useFill();
  const look = async (): Promise<void> => {
    const stored = await readFill(runtime);
    if (stored === undefined || job.state.get().status === "running") return;
    const goesOn = stored.state === "filling" && !isElsewhere(stored, owner, clock.now());
    if (goesOn) start(stored);
    else change({ fill: stored });
  };
  useEffect(() => {
    if (!looked) {
      change({ looked: true });
      void look();
    }
    // The device is asked once after each sign-in.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [looked]);
  const isFollowed = fill !== undefined && isElsewhere(fill, owner, clock.now());
  useEffect(
    () => (isFollowed ? clock.after(pollInterval, () => void look()) : undefined),
    // Each reading of the device gives another fill.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [fill, isFollowed],
  );
  return null;
};

/** The progress of a universe that is being filled, or how it ended. */
export const FillNotice = (): ReactNode => {
  const { runtime } = usePane();
  const { fill, job, start, forget, owner } = useFill();
  const isElsewhereNow = fill !== undefined && isElsewhere(fill, owner, runtime.clock.now());
  if (fill === undefined) return null;
  const { name, sent, companies } = fill;
  const progress = { name, done: sent, total: companies.length };
  if (job.now.status === "running") return <JobNotice job={job} label={t("fill.running", { name })} />;
  if (fill.state === "done") return <Done fill={fill} dismiss={forget} />;
  if (isElsewhereNow) return <Quiet>{t("fill.elsewhere", progress)}</Quiet>;
  const actions = [
    { label: t("fill.continue"), run: () => start(fill) },
    { label: t("fill.discard"), run: forget },
  ];
  return (
    <Notice intent="warning" actions={actions}>
      {`${t("fill.open", progress)} ${job.now.status === "failed" ? fillFailure(job.now.error) : ""}`}
    </Notice>
  );
};

const fillFailure = (error: AddinError): string => {
  const { status } = error.details;
  if (status === 403) return t("fill.forbidden");
  return status === 409 ? t("universe.taken") : error.message;
};

const Done = ({ fill, dismiss }: { readonly fill: Fill; readonly dismiss: () => void }): ReactNode => {
  const { name, companies, missing } = fill;
  return (
    <Stack>
      <Notice intent="success" actions={[{ label: t("fill.dismiss"), run: dismiss }]}>
        {t("fill.done", { name, count: companies.length - missing.length })}
      </Notice>
      {missing.length > 0 && (
        <Fold title={t("fill.missing", { count: missing.length })} open>
          <GrowingList
            label={t("fill.missing", { count: missing.length })}
            items={missing}
            keyOf={({ company }) => JSON.stringify(company)}
            show={(one) => (
              <Quiet>
                {[one.company.facts.name, one.company.facts.external_id, missingReason(one)]
                  .filter((part) => part !== undefined)
                  .join(" · ")}
              </Quiet>
            )}
          />
        </Fold>
      )}
    </Stack>
  );
};

/** Puts companies into a new universe, or into one that the user manages. */
export const FillForm = ({ companies }: { readonly companies: readonly FillCompany[] }): ReactNode => {
  const { runtime } = usePane();
  const catalogue = useStore(runtime.universes.catalogue);
  const { fill, job, start } = useFill();
  const [draft, change] = useDraft("fill-form", { into: "", name: "", type: "PRIVATE" });
  const attempts = useAttempts();
  const own = catalogue.filter(({ type }) => type !== "PROVIDER");
  const chosen = own.find(({ universe_id }) => universe_id === draft.into);
  const name = chosen?.name ?? draft.name.trim();
  const problem = name === "" ? t("pane.required") : undefined;
  const begin = (): void => {
    attempts.forget();
    const target = { universe_id: chosen?.universe_id, name, type: chosen?.type ?? draft.type };
    start(newFill(target, companies, ""));
  };
  if (companies.length === 0) return <Quiet>{t("fill.none")}</Quiet>;
  // A universe that could not be created, because of its name for example, can be tried again.
  const isBegun = fill?.universe_id !== undefined || job.now.status === "running";
  if (fill !== undefined && fill.state !== "done" && isBegun)
    return <Quiet>{t("fill.busy", { name: fill.name, done: fill.sent, total: fill.companies.length })}</Quiet>;
  return (
    <Stack box={attempts.fields}>
      <Quiet>{t("fill.lead")}</Quiet>
      <ChoiceField
        label={t("fill.into")}
        value={chosen?.universe_id ?? ""}
        choices={[
          { value: "", label: t("fill.new") },
          ...own.map((universe) => ({ value: universe.universe_id, label: universe.name })),
        ]}
        onChange={(into) => change({ into })}
      />
      {chosen === undefined && (
        <>
          <TextField
            label={t("fill.name")}
            required
            {...bindField({ draft, problems: { name: attempts.tried ? problem : undefined }, change }, "name")}
          />
          <ChoiceField
            label={t("universe.type")}
            hint={t(draft.type === "SHARED" ? "universe.sharedHint" : "universe.privateHint")}
            choices={[
              { value: "PRIVATE", label: t("universes.private") },
              { value: "SHARED", label: t("universes.shared") },
            ]}
            {...bindField({ draft, change }, "type")}
          />
        </>
      )}
      <Quiet>{describeFill(companies)}</Quiet>
      <AskButton
        appearance="primary"
        label={t("fill.do")}
        question={t("fill.ask", { count: companies.length, name })}
        check={() => attempts.pass({ problem })}
        run={begin}
      />
    </Stack>
  );
};

/** What would be sent, before it is. */
const describeFill = (companies: readonly FillCompany[]): string => {
  const fresh = companies.filter(({ entity_id }) => entity_id === undefined).length;
  return [
    t("fill.plan", { count: companies.length }),
    fresh > 0 && t("fill.unknown", { count: fresh }),
    t("fill.requests", { count: requestsLeft({ companies, sent: 0 }) }),
  ]
    .filter((part) => part !== false)
    .join(" · ");
};
