import { Spinner } from "@fluentui/react-components";
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { addMessages, t } from "../../../i18n/t";
import { Notice } from "./notice";

type LoadComponent = () => Promise<ComponentType>;

const loads: LoadComponent[] = [];

/** Loads a component, and the texts that the first frame does not need. */
const withTexts =
  (load: LoadComponent): LoadComponent =>
  async () => {
    const [type, { views }] = await Promise.all([
      load(),
      import(/* webpackChunkName: "view-texts" */ "../../../i18n/locales/en/views"),
    ]);
    addMessages("en", views);
    return type;
  };

/** Loads the code of all components that were made by `lazily`, one after the other. One that fails is loaded when it is shown. */
export const preloadAll = async (): Promise<void> => {
  for (const load of loads) await load().catch(() => undefined);
};

/** A component whose code is loaded when it is first shown, with what is shown until then. */
const lateComponent = (
  load: LoadComponent,
  waiting: (failed: boolean, retry: () => void) => ReactNode,
): ComponentType => {
  let loaded: ComponentType | undefined;
  return () => {
    const [Part, setPart] = useState<{ readonly type: ComponentType | undefined }>({ type: loaded });
    const [attempt, setAttempt] = useState(0);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (Part.type !== undefined) return;
      setFailed(false);
      load().then(
        (type) => {
          loaded = type;
          setPart({ type });
        },
        () => setFailed(true),
      );
    }, [attempt, Part]);
    return Part.type === undefined ? waiting(failed, () => setAttempt(attempt + 1)) : <Part.type />;
  };
};

/**
 * A component whose code is loaded when it is first shown, or ahead by `preloadAll` unless it is `rare`. A failed load shows an error with a
 * retry button.
 */
export const lazily = (loadPart: LoadComponent, rare?: "rare"): ComponentType => {
  const load = withTexts(loadPart);
  if (rare === undefined) loads.push(load);
  return lateComponent(load, (failed, retry) => <WaitingPart failed={failed} retry={retry} />);
};

/** A component that shows nothing until its code is loaded, and stays away where it cannot be loaded. */
export const silently = (loadPart: LoadComponent): ComponentType => lateComponent(withTexts(loadPart), () => null);

const WaitingPart = ({ failed, retry }: { readonly failed: boolean; readonly retry: () => void }): ReactNode => {
  if (!failed) return <Spinner size="small" label={t("pane.loading")} />;
  return (
    <Notice intent="error" actions={[{ label: t("pane.retry"), run: retry }]}>
      {t("pane.chunkFailed")}
    </Notice>
  );
};
