import type { LinkOptions } from "@tanstack/react-router";
import { createStore } from "#web/ui/store.ts";

export const noticeTime = 5000; // ms, specification 9
export const noticeFade = 300; // ms, specification 9

export type NoticeType = "success" | "info" | "warning" | "error";
/** Where a notice leads. */
export type NoticeLink = { label: string; to: LinkOptions };
export type Notice = { id: number; message: string; type: NoticeType; link: NoticeLink | undefined; leaving: boolean };

export const notices = createStore<Notice[]>([]);
const timers = new Map<number, ReturnType<typeof setTimeout>>();
let lastId = 0;

/** Says something in passing; it leaves by itself (specification 4). */
export function notify(message: string, type: NoticeType = "success", link?: NoticeLink) {
  const id = ++lastId;
  notices.set([...notices.get(), { id, message, type, link, leaving: false }]);
  releaseNotice(id);
}

/** Stays as long as somebody reads it. */
export function holdNotice(id: number) {
  clearTimeout(timers.get(id));
}

export function releaseNotice(id: number) {
  clearTimeout(timers.get(id));
  timers.set(id, setTimeout(dismissNotice, noticeTime, id));
}

export function dismissNotice(id: number) {
  clearTimeout(timers.get(id));
  timers.delete(id);
  notices.set(notices.get().map((notice) => (notice.id === id ? { ...notice, leaving: true } : notice)));
  setTimeout(() => notices.set(notices.get().filter((notice) => notice.id !== id)), noticeFade);
}
