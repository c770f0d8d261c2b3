import type { Draft } from "./capture-state.ts";
import type { Capture } from "./create-capture.ts";
import { PartRow } from "./part-row.tsx";

/** Files that could not be added, and why. */
export const RefusedParts = ({ draft: { refused }, className }: { draft: Draft; className?: string }) =>
	refused.length > 0 && (
		<ul role="alert" className={`grid gap-1 text-15 text-high ${className ?? ""}`}>
			{refused.map((message) => (
				<li key={message} className="wrap-anywhere">
					{message}
				</li>
			))}
		</ul>
	);

type Props = { label: string; draft: Draft; capture: Capture; onCover(key: number): void; className?: string };

/** The files of a draft, each of which can be covered or removed. */
export const PartList = ({ label, draft, capture, onCover, className }: Props) =>
	draft.parts.length > 0 && (
		<ul aria-label={label} className={`border-line border-t ${className ?? ""}`}>
			{draft.parts.map((one) => (
				<PartRow
					key={one.key}
					part={one}
					disabled={draft.step === "saving"}
					onCover={() => onCover(one.key)}
					onRemove={() => capture.dispatch({ type: "removed", key: one.key })}
				/>
			))}
		</ul>
	);
