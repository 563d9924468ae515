import { Component, type ReactNode } from "react";

/** The longest reason that is shown, in characters. */
const longestReason = 240;

const readReason = (error: unknown): string => {
  const reason = error instanceof Error ? error.message : String(error);
  return reason.length > longestReason ? `${reason.slice(0, longestReason)}…` : reason;
};

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** What is shown in place of children that throw. `again` renders the children again. */
  readonly fallback: (why: string, again: () => void) => ReactNode;
  /** Called each time the children throw. True renders them again at once. */
  readonly onFailure?: () => boolean;
  /** Called when children that did not throw are removed. */
  readonly onLeft?: () => void;
}

/** Keeps an error of its children from removing more than them: React removes everything up to the next boundary. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly why: string | undefined }> {
  override state: { readonly why: string | undefined } = { why: undefined };

  static getDerivedStateFromError(error: unknown): { readonly why: string } {
    return { why: readReason(error) };
  }

  override componentWillUnmount(): void {
    if (this.state.why === undefined) this.props.onLeft?.();
  }

  override componentDidCatch(): void {
    if (this.props.onFailure?.() === true) this.#again();
  }

  readonly #again = (): void => this.setState({ why: undefined });

  override render(): ReactNode {
    const { why } = this.state;
    return why === undefined ? this.props.children : this.props.fallback(why, this.#again);
  }
}
