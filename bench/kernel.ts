/** A piece of work whose CPU time is measured: how many units of what it does in one run. */
export interface Kernel {
  readonly name: string;
  readonly per: string;
  readonly units: number;
  readonly rounds?: number;
  /** True where it leaves so much on the heap that a reference measured beside it would pay for that: compared with the one of the kernels before it. */
  readonly heavy?: boolean;
  readonly run: () => unknown;
  /** The same without what is measured (the loop around it): taken off. */
  readonly around?: () => unknown;
}
