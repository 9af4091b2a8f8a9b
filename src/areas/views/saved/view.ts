/** Filters, sorting and columns of a screen under a name. */
export interface View {
  readonly id: string;
  /** Null: of a screen that belongs to no project. */
  readonly projectId: string | null;
  readonly screen: string;
  readonly name: string;
  /** The search parameters of the screen's address. */
  readonly params: ViewParams;
  /** In the order of the screen; null: the screen's own columns. */
  readonly columns: readonly string[] | null;
  /** What the screen opens with: for its owner, or, if it is shared, for everyone without a default of their own. */
  readonly isDefault: boolean;
  /** True: everyone who sees the project has it. False: its owner alone. */
  readonly isShared: boolean;
  /** The name of the caller who made it (`nameOf`). */
  readonly owner: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type ViewParams = Readonly<Record<string, string | string[]>>;
