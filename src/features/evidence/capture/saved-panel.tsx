import { useEffect, useRef } from "react";
import type { Subject } from "#contract/evidence/evidence.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { SUBJECT_LABELS, subjectPath } from "#src/lib/evidence/about.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { Button } from "#src/ui/button.tsx";

type Props = { title: string; about: readonly Subject[]; onAgain(): void };

/** Says that it is saved, where it is, and what comes next. */
export function SavedPanel({ title, about, onAgain }: Props) {
	const online = useOnline();
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => heading.current?.focus(), []);
	const [at] = about;
	return (
		<div className="max-w-[62ch]">
			<h1 ref={heading} tabIndex={-1} className="font-semibold text-26 tracking-[-0.01em]">
				Saved on this device
			</h1>
			<p role="status" className="wrap-anywhere mt-2 text-17">
				“<bdi>{title}</bdi>” is under
				<Link to="/dashboard/evidence">Evidence</Link>.{" "}
				{online ? "It is being sent now." : "It goes out when you are back online."}
			</p>
			<div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
				<Button variant="primary" onClick={onAgain}>
					Add another
				</Button>
				{at && (
					<Link to={subjectPath(at)} className="inline-flex min-h-11 items-center">
						Back to the {SUBJECT_LABELS[at.type].toLowerCase()}
					</Link>
				)}
			</div>
		</div>
	);
}
