import type { Inquiry } from "./inquiry";
import type { WireRecord } from "./wire-record";

/** Document look-ups that share `POST /v3/documents` (`content`) or the legacy `POST /api/2.0/documents` (`legacy`). Dates are ISO UTC. */
export interface DocumentLoader {
  readonly content: (
    document: { readonly datamarts_document_id: string; readonly extract_date: string },
    wanted: { readonly fields: readonly string[]; readonly translate?: string },
    inquiry: Inquiry,
  ) => Promise<WireRecord | undefined>;
  readonly legacy: (
    document: { readonly id: string; readonly extracted: string },
    wanted: { readonly fields: readonly string[] },
    inquiry: Inquiry,
  ) => Promise<WireRecord | undefined>;
}
