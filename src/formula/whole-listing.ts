import { AddinError } from "../error/addin-error";
import type { ListingRequest } from "../runtime/listing";
import type { WireRecord } from "../runtime/wire-record";
import { tell } from "../text/tell";
import type { AnyCall } from "./call";
import type { Keep } from "./keep";
import { limitOf } from "./list-table";

/** All records of a listing, for functions that compute over them. Throws `too-large` when the walk was cut: never a number over a part. */
export const wholeListing = async (
  call: AnyCall,
  request: ListingRequest,
  { keep, keepNeeds = [] }: Keep = {},
): Promise<readonly WireRecord[]> => {
  const limit = limitOf(call, "all");
  const { records, truncated } = await call.runtime.listings.read(
    { ...request, fields: [...new Set([...request.fields, ...keepNeeds])] },
    { limit, ...(keep && { keep }) },
    call.inquiry,
  );
  if (truncated) throw new AddinError("too-large", tell("formula.cutWalk", { limit }));
  return records;
};
