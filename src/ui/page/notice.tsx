import type { ReactNode } from "react";

/** A message, with what the user can do about it, in place of a page's content. */
export const Notice = ({ children }: { children: ReactNode }) => (
	<div className="grid max-w-[62ch] justify-items-start gap-4 text-17">{children}</div>
);
