const next = "c1-5d0c2f6e8a53-lF0m1Xo9bXbqA1c5ZJZ3cUe2H8wXQm4n";

/** What changed. */
export const changeExamples = {
  requests: { listChanges: { query: { kinds: "box,delivery", limit: 100 } } },
  shapes: {
    Change: { kind: "box", id: 4711, version: 1_795_384_800_123_456, deleted: false },
  },
  replies: {
    listChanges: {
      changes: [
        { kind: "box", id: 4711, version: 1_795_384_800_123_456, deleted: false },
        { kind: "content", id: 12_001, version: 1_795_384_800_123_470, deleted: true },
      ],
      next,
      more: false,
      full: false,
      code: null,
    },
  },
} as const;
