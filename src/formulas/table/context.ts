import type { RequestContext } from "../../engine/requests/request-context";
import type { Runtime } from "../../engine/runtime";
import type { Layout } from "./layout";
import type { SizeLimits } from "./rows";
import type { YieldToHost } from "../../engine/clock";

/** The engine as an invocation uses it. */
export interface EngineAccess {
  readonly runtime: Runtime;
  readonly requestContext: RequestContext;
}

/** What the host displays and accepts, and when work must pause for the page. */
export interface TableHost extends SizeLimits {
  /** True where a date may carry its number format. */
  readonly formattedValues: boolean;
  readonly yieldToHost: YieldToHost;
}

/** What a table needs of the invocation that it answers. */
export interface TableContext extends EngineAccess {
  readonly layout: Layout;
  /** The language of the option `translate`. */
  readonly translate: string | undefined;
  readonly host: TableHost;
}
