import { cellName } from "../../ooxml/cell-reference";
import type { CommentThread, ThreadComment } from "../../ooxml/workbook-model";
import { type Area, parseAddress } from "../univer/addresses";
import { itemNotFound, OfficeError } from "./errors";
import { ClientObject, Collection, type RequestContext, type Shape } from "./object-model";
import { Range } from "./range";

/** A thread, and the sheet that has it. */
interface Found {
  readonly sheetId: string;
  readonly thread: CommentThread;
}

interface FoundReply extends Found {
  readonly reply: ThreadComment;
}

const locate = ({ context, now }: { readonly context: RequestContext; readonly now: () => Found }): Range =>
  new Range(context, () => {
    const { sheetId, thread } = now();
    const parsed = parseAddress(thread.cell);
    if (parsed === undefined) throw itemNotFound();
    const { startRow, startColumn, endRow, endColumn } = parsed;
    return { sheetId, startRow, startColumn, endRow, endColumn };
  });

/** A file has the time in UTC, mostly without a zone. */
const dateOf = ({ date }: ThreadComment): Date => new Date(/(Z|[+-]\d\d:\d\d)$/.test(date) ? date : `${date}Z`);

const replyShape: Shape<CommentReply> = {
  name: "CommentReply",
  properties: {
    authorName: { get: (reply) => reply.now().reply.author },
    content: { get: (reply) => reply.now().reply.text },
    creationDate: { get: (reply) => dateOf(reply.now().reply) },
    id: { get: (reply) => reply.now().reply.id },
    resolved: { get: (reply) => reply.now().thread.resolved },
  },
};

/** `Excel.CommentReply`, which can be read only. */
export class CommentReply extends ClientObject {
  now: () => FoundReply = () => {
    throw itemNotFound();
  };

  constructor(context: RequestContext, find: () => FoundReply | undefined) {
    super(context);
    this.resolve(
      find,
      (found) => {
        this.now = () => found;
      },
      false,
    );
  }

  override get shape(): typeof replyShape {
    return replyShape;
  }

  getLocation(): Range {
    return locate({ context: this.context, now: () => this.now() });
  }
}

const repliesShape: Shape<CommentReplies> = { name: "CommentReplyCollection", properties: {} };

/** `Excel.CommentReplyCollection`. */
export class CommentReplies extends Collection<CommentReply> {
  readonly of: () => Found;

  constructor(context: RequestContext, of: () => Found) {
    super(context);
    this.of = of;
    this.nullObject = false;
  }

  override get shape(): typeof repliesShape {
    return repliesShape;
  }

  override list(): CommentReply[] {
    return this.all().map((found) => new CommentReply(this.context, () => found));
  }

  getItemAt(index: number): CommentReply {
    return new CommentReply(this.context, () => this.all()[index]);
  }

  getItem(commentReplyId: string): CommentReply {
    return new CommentReply(this.context, () => this.all().find(({ reply }) => reply.id === commentReplyId));
  }

  all(): FoundReply[] {
    const found = this.of();
    return found.thread.comments.slice(1).map((reply) => ({ ...found, reply }));
  }
}

const commentShape: Shape<Comment> = {
  name: "Comment",
  properties: {
    authorName: { get: (comment) => comment.start().author },
    content: { get: (comment) => comment.start().text },
    creationDate: { get: (comment) => dateOf(comment.start()) },
    id: { get: (comment) => comment.start().id },
    resolved: { get: (comment) => comment.now().thread.resolved },
  },
  links: { replies: (comment) => new CommentReplies(comment.context, () => comment.now()) },
};

/** `Excel.Comment`, which can be read only. */
export class Comment extends ClientObject {
  now: () => Found = () => {
    throw itemNotFound();
  };

  constructor(context: RequestContext, find: () => Found | undefined, orNull = false) {
    super(context);
    this.resolve(
      find,
      (found) => {
        this.now = () => found;
      },
      orNull,
    );
  }

  override get shape(): typeof commentShape {
    return commentShape;
  }

  /** The comment that starts the thread. */
  start(): ThreadComment {
    const [first] = this.now().thread.comments;
    if (first === undefined) throw itemNotFound();
    return first;
  }

  getLocation(): Range {
    return locate({ context: this.context, now: () => this.now() });
  }
}

const commentsShape: Shape<Comments> = { name: "CommentCollection", properties: {} };

/** `Excel.CommentCollection` of the workbook, or of a sheet. */
export class Comments extends Collection<Comment> {
  readonly sheetOf: () => string | undefined;

  constructor(context: RequestContext, sheetOf: () => string | undefined) {
    super(context);
    this.sheetOf = sheetOf;
    this.nullObject = false;
  }

  override get shape(): typeof commentsShape {
    return commentsShape;
  }

  override list(): Comment[] {
    return this.all().map((found) => new Comment(this.context, () => found));
  }

  getItem(commentId: string): Comment {
    return new Comment(this.context, () => this.find(commentId));
  }

  getItemOrNullObject(commentId: string): Comment {
    return new Comment(this.context, () => this.find(commentId), true);
  }

  getItemAt(index: number): Comment {
    return new Comment(this.context, () => this.all()[index]);
  }

  getItemByCell(cellAddress: Range | string): Comment {
    return new Comment(this.context, () => {
      const { book } = this.context.host;
      const { sheetId, startRow: row, startColumn: column } = this.cellOf(cellAddress);
      const thread = book.threads.list(sheetId).find(({ cell }) => cell === cellName(row, column));
      return thread && { sheetId, thread };
    });
  }

  find(commentId: string): Found | undefined {
    return this.all().find(({ thread }) => thread.comments[0]?.id === commentId);
  }

  all(): Found[] {
    const { book } = this.context.host;
    const only = this.sheetOf();
    const sheets = only === undefined ? book.workbook.getSheets().map((sheet) => sheet.getSheetId()) : [only];
    return sheets.flatMap((sheetId) => book.threads.list(sheetId).map((thread) => ({ sheetId, thread })));
  }

  /** An address without a sheet is on the sheet of the collection, or the active one. @throws InvalidArgument */
  cellOf(address: Range | string): Area {
    if (typeof address !== "string") return address.area;
    const { book } = this.context.host;
    const parsed = parseAddress(address);
    const own = this.sheetOf() ?? book.activeSheetId;
    const sheetId = parsed?.sheet === undefined ? own : book.findSheet(parsed.sheet);
    if (parsed === undefined || sheetId === undefined)
      throw new OfficeError("InvalidArgument", `"${address}" is no address of a cell.`);
    const { startRow, startColumn, endRow, endColumn } = parsed;
    return { sheetId, startRow, startColumn, endRow, endColumn };
  }
}
