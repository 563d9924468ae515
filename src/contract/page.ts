/** One page of a v3 listing (specification, "Conventions"). Only universe entities carry `total`. */
export interface Page<T> {
  readonly data: readonly T[];
  /** Records asked for. */
  readonly size: number;
  readonly has_next: boolean;
  /** Records in this page. */
  readonly count: number;
  /** The opaque cursor of the next page. */
  readonly search_after: string | null;
  readonly total?: number;
}

/** One record as the service delivers it; openapi.yaml describes its members by route. */
export type WireRecord = Readonly<Record<string, unknown>>;
