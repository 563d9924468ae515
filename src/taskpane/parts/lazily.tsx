import { Spinner } from "@fluentui/react-components";
import { useEffect, useState, type ComponentType, type ReactNode } from "react";
import { useText } from "../text/use-text";
import { Notice } from "./notice";

type Load = () => Promise<ComponentType>;

/** A part of the pane whose code is loaded when it is shown; where that fails (lost network) it says so and tries again on demand. */
export const lazily = (load: Load): ComponentType => {
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
    if (Part.type !== undefined) return <Part.type />;
    return <Waiting failed={failed} retry={() => setAttempt(attempt + 1)} />;
  };
};

const Waiting = ({ failed, retry }: { readonly failed: boolean; readonly retry: () => void }): ReactNode => {
  const say = useText();
  if (!failed) return <Spinner size="small" label={say("pane.loading")} />;
  return (
    <Notice intent="error" actions={[{ label: say("pane.retry"), run: retry }]}>
      {say("pane.chunkFailed")}
    </Notice>
  );
};
