import type { Window } from "#contract/frameworks/effectiveness.ts";
import type { FrameworkId } from "#contract/frameworks/pack.ts";

/** What a bundle is about. */
export type BundleOf = { framework: FrameworkId } & Window;
