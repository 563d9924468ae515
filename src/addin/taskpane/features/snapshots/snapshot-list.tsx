import { Button } from "@fluentui/react-components";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { SnapshotGroup } from "../../../../formulas/snapshots/snapshots";
import { formatMoment, t } from "../../../../i18n/t";
import type { AsOfPlan } from "../../../excel/refresh/workbook-as-of";
import type { PaneSnapshots } from "../../pane-deps";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob } from "../../state/use-store";
import { Confirm } from "../../ui/confirm";
import { TextField } from "../../ui/fields";
import { GrowingList } from "../../ui/growing-list";
import { JobNotice } from "../../ui/job-form";
import { Quiet, Row, Stack, Strong, Tight } from "../../ui/layout";
import { Notice } from "../../ui/notice";
import { AsOfPlanned } from "./as-of-plan";
import { SaveSnapshot } from "./save-snapshot";
import { snapshotTitle, useSnapshots } from "./use-snapshots";

/** The snapshots of this device: to name, to save and load, to delete, and to set the workbook to. */
export const SnapshotList = (): ReactNode => {
  const now = useSnapshots();
  if (now === "failed") return <Notice intent="error">{t("snapshots.unread")}</Notice>;
  if (now === undefined) return <Quiet>{t("pane.loading")}</Quiet>;
  return <ShownSnapshots all={now.all} groups={now.groups} isOff={now.usage.limit === 0} />;
};

const ShownSnapshots = ({
  all,
  groups,
  isOff,
}: {
  readonly all: PaneSnapshots;
  readonly groups: readonly SnapshotGroup[];
  readonly isOff: boolean;
}): ReactNode => {
  const { snapshots, notices } = usePane().deps;
  const [draft, change] = useDraft("snapshot-day", { day: "" });
  const [plan, setPlan] = useState<AsOfPlan>();
  const job = useJob("as-of");
  const ask = (asof: string): void => {
    setPlan(undefined);
    void job.start({ what: t("snapshots.use"), query: asof }, async () => {
      setPlan(await snapshots.plan(asof));
      return undefined;
    });
  };
  const go = ({ asOf }: AsOfPlan): void => {
    setPlan(undefined);
    void job.start({ what: t("snapshots.use"), query: asOf.asof }, async () => {
      const refused = await snapshots.set(asOf);
      if (refused.length > 0) notices.set([...notices.get(), ...refused]);
      return undefined;
    });
  };
  const askForDay = (event: FormEvent): void => {
    event.preventDefault();
    if (draft.day !== "") ask(draft.day);
  };
  return (
    <Stack>
      <Quiet>{t("snapshots.lead")}</Quiet>
      {isOff && <Notice intent="warning">{t("snapshots.off")}</Notice>}
      <LoadFile all={all} />
      <JobNotice job={job} />
      {plan !== undefined && (
        <AsOfPlanned key={plan.asOf.asof} plan={plan} go={() => go(plan)} cancel={() => setPlan(undefined)} />
      )}
      {groups.length === 0 && !isOff && <Quiet>{t("snapshots.none")}</Quiet>}
      <GrowingList
        label={t("snapshots.list")}
        items={groups}
        keyOf={({ ids, name }) => name ?? ids.join()}
        show={(group) => <SnapshotGroupItem all={all} group={group} use={() => ask(snapshotTitle(group))} />}
      />
      {groups.length > 0 && (
        <form onSubmit={askForDay} noValidate>
          <Tight>
            <TextField
              label={t("snapshots.otherDay")}
              type="date"
              value={draft.day}
              onChange={(day) => change({ day })}
            />
            <Row>
              <Button type="submit" size="small" disabledFocusable={draft.day === ""}>
                {t("snapshots.use")}
              </Button>
            </Row>
          </Tight>
        </form>
      )}
    </Stack>
  );
};

const SnapshotGroupItem = ({
  all,
  group,
  use,
}: {
  readonly all: PaneSnapshots;
  readonly group: SnapshotGroup;
  readonly use: () => void;
}): ReactNode => {
  const [open, setOpen] = useState<"name" | "delete">();
  const title = snapshotTitle(group);
  const job = useJob(`snapshot-delete ${group.ids.join()}`);
  const remove = (): void => {
    setOpen(undefined);
    void job.start({ what: t("snapshots.deleteYes"), query: "" }, async () => {
      await all.delete([group]);
      return undefined;
    });
  };
  return (
    <Tight>
      <Strong>{title}</Strong>
      <Quiet>
        {t("snapshots.facts", {
          when: formatMoment(group.at),
          count: group.formulas,
          size: Math.max(1, Math.round(group.bytes / 1_000)),
        })}
      </Quiet>
      {open === undefined && (
        <Row>
          <Button size="small" aria-label={`${t("snapshots.use")}: ${title}`} onClick={use}>
            {t("snapshots.use")}
          </Button>
          <NameButton group={group} open={() => setOpen("name")} />
          {group.name !== undefined && <SaveSnapshot all={all} group={group} />}
          <Button
            size="small"
            appearance="subtle"
            aria-label={`${t("snapshots.delete")} ${title}`}
            onClick={() => setOpen("delete")}
          >
            {t("snapshots.delete")}
          </Button>
        </Row>
      )}
      {open === "name" && <NameForm all={all} group={group} close={() => setOpen(undefined)} />}
      {open === "delete" && (
        <Confirm
          question={t("snapshots.deleteAsk", { name: title })}
          yes={t("snapshots.deleteYes")}
          onYes={remove}
          onNo={() => setOpen(undefined)}
        />
      )}
      <JobNotice job={job} />
    </Tight>
  );
};

const NameButton = ({ group, open }: { readonly group: SnapshotGroup; readonly open: () => void }): ReactNode => {
  const text = t(group.name === undefined ? "snapshots.giveName" : "snapshots.rename");
  return (
    <Button size="small" aria-label={`${text} ${snapshotTitle(group)}`} onClick={open}>
      {text}
    </Button>
  );
};

const NameForm = ({
  all,
  group,
  close,
}: {
  readonly all: PaneSnapshots;
  readonly group: SnapshotGroup;
  readonly close: () => void;
}): ReactNode => {
  const [name, setName] = useState(group.name ?? "");
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    try {
      await all.name(group, name);
      close();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      field.current?.focus();
    }
  };
  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <Tight>
        <TextField
          label={t("snapshots.name")}
          hint={t("snapshots.nameHint")}
          value={name}
          problem={problem}
          inputRef={field}
          onChange={setName}
        />
        <Row>
          <Button type="submit" size="small" appearance="primary">
            {t("pane.save")}
          </Button>
          <Button size="small" onClick={close}>
            {t("pane.cancel")}
          </Button>
        </Row>
      </Tight>
    </form>
  );
};

const LoadFile = ({ all }: { readonly all: PaneSnapshots }): ReactNode => {
  const input = useRef<HTMLInputElement>(null);
  const [loaded, setLoaded] = useState<string>();
  const job = useJob("snapshot-load");
  const load = (file: File): void => {
    setLoaded(undefined);
    void job.start({ what: t("snapshots.file"), query: "" }, async () => {
      setLoaded(await all.fromFile(new Uint8Array(await file.arrayBuffer())));
      return undefined;
    });
  };
  return (
    <>
      <Row>
        <Button disabledFocusable={job.now.status === "running"} onClick={() => input.current?.click()}>
          {t("snapshots.load")}
        </Button>
      </Row>
      <input
        ref={input}
        type="file"
        accept=".gz"
        hidden
        aria-label={t("snapshots.file")}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) load(file);
          // The same file can be chosen again.
          target.value = "";
        }}
      />
      <JobNotice job={job} />
      {loaded !== undefined && job.now.status === "done" && (
        <Notice intent="success">{t("snapshots.loaded", { name: loaded })}</Notice>
      )}
    </>
  );
};
