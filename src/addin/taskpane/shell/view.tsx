import { Spinner } from "@fluentui/react-components";
import { type ComponentType, type ReactNode, useEffect, useMemo, useState } from "react";
import { t } from "../../../i18n/t";
import { SignIn } from "../features/sign-in/sign-in";
import { StartView } from "../features/start/start-view";
import { PaneContext, usePane, type ViewInput, type ViewName } from "../state/pane-state";
import { useJob, useStore } from "../state/use-store";
import { ErrorBoundary } from "../ui/error-boundary";
import { lazily } from "../ui/lazily";
import { Notice } from "../ui/notice";

const viewComponents: Readonly<Record<ViewName, ComponentType>> = {
  start: StartView,
  resolve: lazily(
    async () => (await import(/* webpackChunkName: "pane-resolve" */ "../features/resolve/resolve-view")).ResolveView,
  ),
  build: lazily(
    async () => (await import(/* webpackChunkName: "pane-build" */ "../features/formula/builder-view")).BuilderView,
  ),
  analyses: lazily(
    async () => (await import(/* webpackChunkName: "pane-work" */ "../features/analyses/analyses-view")).AnalysesView,
  ),
  company: lazily(
    async () => (await import(/* webpackChunkName: "pane-work" */ "../features/company/company-view")).CompanyView,
  ),
  universes: lazily(
    async () =>
      (await import(/* webpackChunkName: "pane-universe" */ "../features/universes/universes-view")).UniversesView,
  ),
  status: lazily(
    async () => (await import(/* webpackChunkName: "pane-workbook" */ "../features/workbook/status-view")).StatusView,
  ),
  changes: lazily(
    async () => (await import(/* webpackChunkName: "pane-workbook" */ "../features/workbook/changes-view")).ChangesView,
  ),
  "where-from": lazily(
    async () =>
      (await import(/* webpackChunkName: "pane-workbook" */ "../features/workbook/where-from-view")).WhereFromView,
  ),
  editions: lazily(
    async () =>
      (await import(/* webpackChunkName: "pane-workbook" */ "../features/editions/editions-view")).EditionsView,
  ),
  settings: lazily(
    async () =>
      (await import(/* webpackChunkName: "pane-workbook" */ "../features/settings/settings-view")).SettingsView,
  ),
  support: lazily(
    async () => (await import(/* webpackChunkName: "pane-workbook" */ "../features/support/support-view")).SupportView,
  ),
};

/** Views that need no session. */
const openViews: readonly ViewName[] = ["status", "changes", "where-from", "editions", "settings", "support"];

/** The chosen view, or the sign-in form if the view needs a session. */
export const View = (): ReactNode => {
  const { runtime, state } = usePane();
  const view = useStore(state.view);
  const { status } = useStore(runtime.session.state);
  const form = useJob("sign-in").now.status;
  if (status === "starting") return <Spinner label={t("pane.loading")} />;
  // Signing in with stored credentials needs no form.
  if (status === "signing-in" && form === "idle" && !openViews.includes(view))
    return <Spinner label={t("chrome.signingIn")} />;
  if (status !== "signed-in" && !openViews.includes(view)) return <SignIn />;
  return <Guarded key={view} view={view} />;
};

/** A view that may fail without taking the pane with it. */
const Guarded = ({ view }: { readonly view: ViewName }): ReactNode => {
  const pane = usePane();
  const input = pane.state.inputOf(view);
  const own = useMemo(() => ({ ...pane, input }), [pane, input]);
  const Chosen = viewComponents[view];
  // A view that fails again after it was left and opened again fails on its drafts: it can be used without them.
  const onFailure = (): boolean => {
    const again = input.failed;
    input.failed = true;
    if (!again) return false;
    input.startOver();
    input.cleared = true;
    return true;
  };
  const startOver = (again: () => void): void => {
    input.startOver();
    input.cleared = false;
    again();
  };
  return (
    <PaneContext.Provider value={own}>
      <ErrorBoundary
        onLeft={() => (input.failed = false)}
        onFailure={onFailure}
        fallback={(why, again) => (
          <Notice intent="error" actions={[{ label: t("pane.startOver"), run: () => startOver(again) }]}>
            {t("pane.broken", { why })}
          </Notice>
        )}
      >
        <Cleared input={input} />
        <Chosen />
      </ErrorBoundary>
    </PaneContext.Provider>
  );
};

/** Says that the fields of the view were cleared, until the user dismisses it or leaves the view. */
const Cleared = ({ input }: { readonly input: ViewInput }): ReactNode => {
  const [shown, setShown] = useState(input.cleared);
  useEffect(() => () => void (input.cleared = false), [input]);
  if (!shown) return null;
  return <Notice actions={[{ label: t("pane.dismiss"), run: () => setShown(false) }]}>{t("pane.startedOver")}</Notice>;
};
