import { Component, type ReactNode } from "react";
import { Notice } from "../parts/notice";
import { useText } from "../text/use-text";

/** Catches a view that broke, says so, and offers to show it anew; the rest of the pane lives on. */
export class BreakBoundary extends Component<
  { readonly children: ReactNode },
  { readonly failure: string | undefined }
> {
  override state: { readonly failure: string | undefined } = { failure: undefined };

  static getDerivedStateFromError(error: unknown): { readonly failure: string } {
    return { failure: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    if (this.state.failure === undefined) return this.props.children;
    return <Broken failure={this.state.failure} retry={() => this.setState({ failure: undefined })} />;
  }
}

const Broken = ({ failure, retry }: { readonly failure: string; readonly retry: () => void }): ReactNode => {
  const say = useText();
  return (
    <Notice intent="error" title={say("pane.broken")} actions={[{ label: say("pane.retry"), run: retry }]}>
      {failure}
    </Notice>
  );
};
