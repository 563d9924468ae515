import type { ReactNode } from "react";
import { isObject } from "../../../../facts/json";
import type { KnownUniverse } from "../../../../engine/state/universes";
import { isUuid } from "../../../../contract/values";
import { t } from "../../../../i18n/t";
import type { JobRun } from "../../state/job";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob } from "../../state/use-store";
import { AskButton } from "../../ui/confirm";
import { bindField, ChoiceField, LinesField, TextField } from "../../ui/fields";
import { JobNotice } from "../../ui/job-form";
import { Quiet, Stack } from "../../ui/layout";
import { Notice } from "../../ui/notice";
import { useAttempts } from "../../ui/use-attempts";
import { useShownUniverse } from "../../state/use-shown-universe";

export const CreateUniverse = (): ReactNode => <UniverseFields form={useUniverseForm(undefined)} />;

/** The form that updates the universe that is shown at the service. */
export const EditUniverse = (): ReactNode => {
  const { universe } = useShownUniverse();
  const form = useUniverseForm(universe);
  if (universe?.type === "PROVIDER") return <Quiet>{t("universe.notYours")}</Quiet>;
  return <UniverseFields form={form} />;
};

const UniverseFields = ({ form }: { readonly form: UniverseForm }): ReactNode => {
  const { draft, editing, job } = form;
  const leave = editing ? [{ value: "", label: t("universe.leave") }] : [];
  return (
    <Stack box={form.attempts.fields}>
      <TextField
        label={t("pane.name")}
        required={!editing}
        hint={editing ? t("universe.emptyLeaves") : undefined}
        {...bindField(form, "name")}
      />
      <ChoiceField
        label={t("universe.type")}
        hint={typeHint(draft.type)}
        choices={[
          ...leave,
          { value: "PRIVATE", label: t("universes.private") },
          { value: "SHARED", label: t("universes.shared") },
        ]}
        {...bindField({ draft, change: form.change }, "type")}
      />
      {universeMembers.map((member) => (
        <Optional key={member} form={form} member={member} />
      ))}
      <JobNotice job={job} />
      <AskButton
        appearance="primary"
        label={t(editing ? "universe.update" : "universe.create")}
        question={form.asksFirst ? t("universe.companyAsk") : undefined}
        check={form.check}
        isBusy={job.now.status === "running"}
        run={form.send}
      />
      {draft.done !== "" && <Notice intent="success">{draft.done}</Notice>}
    </Stack>
  );
};

const typeHint = (type: string): string | undefined => {
  if (type === "") return undefined;
  return t(type === "SHARED" ? "universe.sharedHint" : "universe.privateHint");
};

const Optional = ({ form, member }: { readonly form: UniverseForm; readonly member: UniverseMember }): ReactNode => {
  const Entry = member === "description" ? LinesField : TextField;
  const hint = t(`universe.${member}Hint`);
  return (
    <Entry
      label={t(`universe.${member}`)}
      hint={form.editing && member !== "description" ? `${hint} ${t("universe.emptyLeaves")}` : hint}
      {...bindField(form, member)}
    />
  );
};

type UniverseMember = "description" | "owner" | "company";

interface UniverseDraft extends Readonly<Record<UniverseMember, string>> {
  readonly name: string;
  readonly type: string;
  readonly done: string;
}

type UniverseProblems = Partial<Record<UniverseMember | "name", string>>;

const emptyUniverseForm: UniverseDraft = { name: "", type: "", done: "", description: "", owner: "", company: "" };

const universeMembers: readonly UniverseMember[] = ["description", "owner", "company"];

/**
 * The request body: members that are left are absent, cleared ones are null (specification, "Universe and entity routes"). The present owner
 * and company of a universe are not known, so they can be set and not cleared.
 */
const toUniverseBody = (
  draft: UniverseDraft,
  universe: KnownUniverse | undefined,
): Readonly<Record<string, string | null>> => ({
  ...(draft.name.trim() === "" ? {} : { name: draft.name.trim() }),
  ...(draft.type === "" ? {} : { type: draft.type }),
  ...Object.fromEntries(
    universeMembers
      .map((member) => [member, draft[member].trim()] as const)
      .filter(([member, text]) => text !== (member === "description" ? (universe?.description ?? "").trim() : ""))
      .map(([member, text]) => [member, text === "" ? null : text]),
  ),
});

const findFormProblems = (draft: UniverseDraft, universe: KnownUniverse | undefined): UniverseProblems => {
  const editing = universe !== undefined;
  const problems: UniverseProblems = {};
  if (!editing && draft.name.trim() === "") problems.name = t("pane.required");
  if (editing && Object.keys(toUniverseBody(draft, universe)).length === 0) problems.name = t("universe.nothing");
  for (const member of ["owner", "company"] as const)
    if (draft[member].trim() !== "" && !isUuid(draft[member].trim())) problems[member] = t("universes.idInvalid");
  return problems;
};

/** Creates a universe, or updates the given one. */
const useUniverseForm = (universe: KnownUniverse | undefined) => {
  const { runtime } = usePane();
  const editing = universe !== undefined;
  const key = `universe-form:${universe?.universe_id ?? ""}`;
  const initialOf = (description: string | null | undefined): UniverseDraft => ({
    ...emptyUniverseForm,
    type: editing ? "" : "PRIVATE",
    description: description ?? "",
  });
  const [draft, change, store] = useDraft(key, initialOf(universe?.description));
  const job = useJob(key);
  const { show } = useShownUniverse();
  const attempts = useAttempts();
  const problems = findFormProblems(draft, universe);
  const taken = job.now.status === "failed" && job.now.error.details.status === 409;
  const what = t(editing ? "universe.update" : "universe.create");
  const send = (): void => {
    void job.start(what, draft.name, async ({ call }) => {
      const known = await (universe === undefined ? create(draft, call) : update(draft, universe, call));
      runtime.universes.add(known);
      if (universe === undefined) {
        show(known.universe_id);
        if (runtime.universes.selected.get() === undefined) runtime.universes.select(known.universe_id);
      }
      store.set({ ...initialOf(editing ? known.description : ""), done: t("universe.done", { name: known.name }) });
      attempts.forget();
      return 1;
    });
  };
  const shown: UniverseProblems = attempts.tried ? { ...(taken && { name: t("universe.taken") }), ...problems } : {};
  return {
    ...{ editing, draft, job, attempts, send, problems: shown },
    /** Setting the company of an existing universe removes all its other links. */
    asksFirst: editing && draft.company.trim() !== "",
    change: (part: Partial<UniverseDraft>) => change({ ...part, done: "" }),
    check: () => attempts.pass(problems),
  };
};

type UniverseForm = ReturnType<typeof useUniverseForm>;

const create = async (draft: UniverseDraft, call: JobRun["call"]): Promise<KnownUniverse> => {
  const { value } = await call("createUniverse", { body: toUniverseBody(draft, undefined) });
  const universe_id = isObject(value) && "universe_id" in value ? String(value["universe_id"]) : "";
  const description = draft.description.trim() || null;
  return { universe_id, name: draft.name.trim(), type: draft.type, description, entities: 0 };
};

const update = async (draft: UniverseDraft, universe: KnownUniverse, call: JobRun["call"]): Promise<KnownUniverse> => {
  const { universe_id } = universe;
  const body = toUniverseBody(draft, universe);
  await call("updateUniverse", { path: { universe_id }, body });
  const { name, type, description } = body;
  return {
    ...universe,
    name: name ?? universe.name,
    ...(typeof type === "string" && { type }),
    ...(description !== undefined && { description }),
  };
};
