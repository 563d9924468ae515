/** A piece of work whose CPU time is measured: how many units of what it does in one run. */
export interface Kernel {
  readonly name: string;
  readonly per: string;
  readonly units: number;
  readonly rounds?: number;
  readonly run: () => unknown;
  /** The same without what is measured (the loop around it): taken off. */
  readonly around?: () => unknown;
}
