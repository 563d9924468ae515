import { Spinner } from "@fluentui/react-components";
import type { ComponentType, ReactNode } from "react";
import { BreakBoundary } from "./chrome/break-boundary";
import { lazily } from "./parts/lazily";
import { useJob, useStore } from "./state/use-store";
import { SignIn } from "./sign-in/sign-in";
import { usePane } from "./state/pane-context";
import type { ViewName } from "./state/pane-state";
import { useText } from "./text/use-text";
import { UniversesView } from "./universes/universes-view";

const views: Readonly<Record<ViewName, ComponentType>> = {
  universes: UniversesView,
  resolve: lazily(
    async () => (await import(/* webpackChunkName: "pane-resolve" */ "./resolve/resolve-view")).ResolveView,
  ),
  build: lazily(async () => (await import(/* webpackChunkName: "pane-build" */ "./builder/builder-view")).BuilderView),
  analyses: lazily(async () => (await import(/* webpackChunkName: "pane-work" */ "./analyses/work-view")).WorkView),
  activity: lazily(
    async () => (await import(/* webpackChunkName: "pane-activity" */ "./activity/activity-view")).ActivityView,
  ),
  settings: lazily(
    async () => (await import(/* webpackChunkName: "pane-settings" */ "./settings/settings-view")).SettingsView,
  ),
};

/** Views that make sense for somebody who is not signed in. */
const open: readonly ViewName[] = ["activity", "settings"];

/** The view chosen, or the way to sign in where it needs that. */
export const View = (): ReactNode => {
  const { runtime, state } = usePane();
  const say = useText();
  const view = useStore(state.view);
  const { status } = useStore(runtime.session.state);
  const form = useJob("sign-in").now.status;
  if (status === "starting") return <Spinner label={say("pane.loading")} />;
  // With what this device remembers: nobody has to type anything.
  if (status === "signing-in" && form === "idle" && !open.includes(view))
    return <Spinner label={say("chrome.signingIn")} />;
  if (status !== "signed-in" && !open.includes(view)) return <SignIn />;
  const Chosen = views[view];
  return (
    <BreakBoundary key={view}>
      <Chosen />
    </BreakBoundary>
  );
};
