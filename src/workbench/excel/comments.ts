import { cellName, parseLocalAddress } from "../../facts/addresses";
import type { CommentThread, ThreadComment } from "../../ooxml/workbook-model";
import { type Area } from "../univer/addresses";
import { notHere } from "../office/strict-object";
import { invalidArgument, itemNotFound, OfficeError } from "./errors";
import { ClientObject, Collection, type RequestContext, type Shape } from "./object-model";
import { Range } from "./range";
import { requireUnprotected } from "./range-actions";

/** A thread, and the sheet that has it. */
interface Found {
  readonly sheetId: string;
  readonly thread: CommentThread;
}

/** The comment that starts a thread, and the sheet that has it. */
interface Place {
  readonly sheetId: string;
  readonly id: string;
}

interface ReplyPlace extends Place {
  readonly replyId: string;
}

const placeOf = ({ sheetId, thread }: Found): Place => ({ sheetId, id: thread.comments[0]?.id ?? "" });

/** @throws ItemNotFound if it was deleted */
const threadAt = ({ host }: RequestContext, { sheetId, id }: Place): CommentThread => {
  const thread = host.book.threads.find(sheetId, id);
  if (thread === undefined) throw itemNotFound();
  return thread;
};

/** @throws AccessDenied on a protected sheet, ItemNotFound if the thread was deleted */
const changeThread = (
  context: RequestContext,
  place: Place,
  change: (thread: CommentThread) => CommentThread,
): void => {
  threadAt(context, place);
  requireUnprotected(context, place.sheetId);
  context.host.book.threads.change(place.sheetId, place.id, change);
};

/** @throws InvalidArgument if there is no text */
const textOf = (content: unknown): string => {
  if (typeof content !== "string" || content === "") throw invalidArgument("a comment needs a text");
  return content;
};

/** Comments that mention people need accounts. */
const requirePlain = (contentType: unknown): void => {
  if (contentType !== undefined && contentType !== "Plain") throw notHere("comments with mentions");
};

const locate = (context: RequestContext, place: () => Place): Range =>
  new Range(context, () => {
    const { sheetId } = place();
    const parsed = parseLocalAddress(threadAt(context, place()).cell);
    if (parsed === undefined) throw itemNotFound();
    const { startRow, startColumn, endRow, endColumn } = parsed;
    return { sheetId, startRow, startColumn, endRow, endColumn };
  });

/** A file has the time in UTC, mostly without a zone. */
const dateOf = ({ date }: ThreadComment): Date => new Date(/(Z|[+-]\d\d:\d\d)$/.test(date) ? date : `${date}Z`);

const replyShape: Shape<CommentReply> = {
  name: "CommentReply",
  properties: {
    authorName: { get: (reply) => reply.now().author },
    content: {
      get: (reply) => reply.now().text,
      set: (reply, content: unknown) => {
        const text = textOf(content);
        reply.change((comments) => comments.map((one) => (one.id === reply.place.replyId ? { ...one, text } : one)));
      },
    },
    creationDate: { get: (reply) => dateOf(reply.now()) },
    id: { get: (reply) => reply.now().id },
    resolved: { get: (reply) => threadAt(reply.context, reply.place).resolved },
  },
};

/** `Excel.CommentReply`. */
export class CommentReply extends ClientObject {
  place: ReplyPlace = { sheetId: "", id: "", replyId: "" };

  constructor(context: RequestContext, find: () => ReplyPlace | undefined) {
    super(context);
    this.resolve(find, (place) => void (this.place = place), false);
  }

  override get shape(): typeof replyShape {
    return replyShape;
  }

  /** @throws ItemNotFound if it was deleted */
  now(): ThreadComment {
    const { replyId } = this.place;
    const found = threadAt(this.context, this.place).comments.find(({ id }) => id === replyId);
    if (found === undefined) throw itemNotFound();
    return found;
  }

  change(change: (comments: readonly ThreadComment[]) => readonly ThreadComment[]): void {
    this.now();
    changeThread(this.context, this.place, (thread) => ({ ...thread, comments: change(thread.comments) }));
  }

  delete(): void {
    this.context.queue(() => this.change((comments) => comments.filter(({ id }) => id !== this.place.replyId)));
  }

  getLocation(): Range {
    return locate(this.context, () => this.place);
  }

  getParentComment(): Comment {
    return new Comment(this.context, () => this.place);
  }
}

const repliesShape: Shape<CommentReplies> = { name: "CommentReplyCollection", properties: {} };

/** `Excel.CommentReplyCollection`. */
export class CommentReplies extends Collection<CommentReply> {
  readonly of: () => Place;

  constructor(context: RequestContext, of: () => Place) {
    super(context);
    this.of = of;
    this.nullObject = false;
  }

  override get shape(): typeof repliesShape {
    return repliesShape;
  }

  override list(): CommentReply[] {
    return this.all().map((place) => new CommentReply(this.context, () => place));
  }

  add(content: unknown, contentType?: unknown): CommentReply {
    requirePlain(contentType);
    let made: ReplyPlace | undefined;
    this.context.queue(() => {
      const { sheetId, id } = this.of();
      threadAt(this.context, { sheetId, id });
      requireUnprotected(this.context, sheetId);
      made = { sheetId, id, replyId: this.context.host.book.threads.reply(sheetId, id, textOf(content)) };
    });
    return new CommentReply(this.context, () => made);
  }

  getItemAt(index: number): CommentReply {
    return new CommentReply(this.context, () => this.all()[index]);
  }

  getItem(commentReplyId: string): CommentReply {
    return new CommentReply(this.context, () => this.all().find(({ replyId }) => replyId === commentReplyId));
  }

  all(): ReplyPlace[] {
    const { sheetId, id } = this.of();
    const [, ...replies] = threadAt(this.context, { sheetId, id }).comments;
    return replies.map((reply) => ({ sheetId, id, replyId: reply.id }));
  }
}

const commentShape: Shape<Comment> = {
  name: "Comment",
  properties: {
    authorName: { get: (comment) => comment.start().author },
    content: {
      get: (comment) => comment.start().text,
      set: (comment, content: unknown) => {
        const text = textOf(content);
        comment.change((thread) => ({
          ...thread,
          comments: thread.comments.map((one, index) => (index === 0 ? { ...one, text } : one)),
        }));
      },
    },
    creationDate: { get: (comment) => dateOf(comment.start()) },
    id: { get: (comment) => comment.start().id },
    resolved: {
      get: (comment) => comment.now().resolved,
      set: (comment, resolved: unknown) => {
        if (typeof resolved !== "boolean") throw invalidArgument("resolved is true or false");
        comment.change((thread) => ({ ...thread, resolved }));
      },
    },
  },
  links: { replies: (comment) => new CommentReplies(comment.context, () => comment.place) },
};

/** `Excel.Comment`: a thread and the comment that starts it. */
export class Comment extends ClientObject {
  place: Place = { sheetId: "", id: "" };

  constructor(context: RequestContext, find: () => Place | undefined, orNull = false) {
    super(context);
    this.resolve(find, (place) => void (this.place = place), orNull);
  }

  override get shape(): typeof commentShape {
    return commentShape;
  }

  /** @throws ItemNotFound if it was deleted */
  now(): CommentThread {
    return threadAt(this.context, this.place);
  }

  /** The comment that starts the thread. */
  start(): ThreadComment {
    const [first] = this.now().comments;
    if (first === undefined) throw itemNotFound();
    return first;
  }

  change(change: (thread: CommentThread) => CommentThread): void {
    changeThread(this.context, this.place, change);
  }

  /** Deletes the comment and its replies. */
  delete(): void {
    this.context.queue(() => {
      this.now();
      requireUnprotected(this.context, this.place.sheetId);
      this.context.host.book.threads.remove(this.place.sheetId, this.place.id);
    });
  }

  getLocation(): Range {
    return locate(this.context, () => this.place);
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
    return this.all().map((found) => new Comment(this.context, () => placeOf(found)));
  }

  /** Starts a thread. Excel has either a thread or a note in a cell. */
  add(cellAddress: Range | string, content: unknown, contentType?: unknown): Comment {
    requirePlain(contentType);
    let made: Place | undefined;
    this.context.queue(() => {
      const { book } = this.context.host;
      const { sheetId, startRow, startColumn, endRow, endColumn } = this.cellOf(cellAddress);
      if (startRow !== endRow || startColumn !== endColumn) throw invalidArgument("a comment belongs to one cell");
      const text = textOf(content);
      const cell = cellName(startRow, startColumn);
      requireUnprotected(this.context, sheetId);
      if ([...book.threads.list(sheetId), ...book.notes.list(sheetId)].some((one) => one.cell === cell))
        throw new OfficeError("ItemAlreadyExists", "The resource being created already exists.");
      made = { sheetId, id: book.threads.add(sheetId, cell, text) };
    });
    return new Comment(this.context, () => made);
  }

  getItem(commentId: string): Comment {
    return new Comment(this.context, () => this.find(commentId));
  }

  getItemOrNullObject(commentId: string): Comment {
    return new Comment(this.context, () => this.find(commentId), true);
  }

  getItemAt(index: number): Comment {
    return new Comment(this.context, () => this.all().map(placeOf)[index]);
  }

  getItemByCell(cellAddress: Range | string): Comment {
    return new Comment(this.context, () => {
      const { book } = this.context.host;
      const { sheetId, startRow: row, startColumn: column } = this.cellOf(cellAddress);
      const thread = book.threads.list(sheetId).find(({ cell }) => cell === cellName(row, column));
      return thread && placeOf({ sheetId, thread });
    });
  }

  getItemByReplyId(replyId: string): Comment {
    return new Comment(this.context, () => {
      const found = this.all().find(({ thread }) => thread.comments.slice(1).some(({ id }) => id === replyId));
      return found && placeOf(found);
    });
  }

  find(commentId: string): Place | undefined {
    return this.all()
      .map(placeOf)
      .find(({ id }) => id === commentId);
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
    const parsed = parseLocalAddress(address);
    const own = this.sheetOf() ?? book.activeSheetId;
    const sheetId = parsed?.sheet === undefined ? own : book.findSheet(parsed.sheet);
    if (parsed === undefined || sheetId === undefined)
      throw new OfficeError("InvalidArgument", `"${address}" is no address of a cell.`);
    const { startRow, startColumn, endRow, endColumn } = parsed;
    return { sheetId, startRow, startColumn, endRow, endColumn };
  }
}
