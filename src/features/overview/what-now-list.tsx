import { SeverityMark } from "#src/lib/findings/severity.tsx";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { ShapeMark } from "#src/ui/shape-mark.tsx";
import type { Todo } from "./what-now.ts";

type Props = {
	todos: readonly Todo[];
	/** Samples have no links. */
	linked: boolean;
	/** Whether the reader may start a scan. */
	startable: boolean;
};

const ONWARD = "M4.5 1.5 9 6l-4.5 4.5";

function Row({ todo: { verb, what, about, severity }, linked }: { todo: Todo; linked: boolean }) {
	return (
		<span className="flex min-h-14 items-center gap-3 py-2">
			<span className="min-w-0 grow">
				<span className="wrap-anywhere line-clamp-2 text-15 leading-snug">
					<strong className={linked ? "text-accent" : ""}>{verb}</strong> {what}
				</span>
				<span className="flex items-center gap-x-2 text-13 text-quiet">
					{severity && <SeverityMark severity={severity} />}
					<span className="wrap-anywhere line-clamp-1">{about}</span>
				</span>
			</span>
			{linked && <ShapeMark path={ONWARD} />}
		</span>
	);
}

/** What to do first: a line and a tap each. */
export function WhatNowList({ todos, linked, startable }: Props) {
	if (todos.length === 0) {
		return (
			<p className="text-15">
				Nothing needs you now.
				{startable && (
					<>
						{" "}
						<Link to="/dashboard/scans">Start a scan</Link>
					</>
				)}
			</p>
		);
	}
	return (
		<ol aria-label="Do first" className="border-line lg:border-b">
			{todos.map((todo) => (
				<li key={todo.key} className="border-line border-t">
					{linked ? (
						<Link to={todo.to} className="block text-ink no-underline hover:bg-raised">
							<Row todo={todo} linked />
						</Link>
					) : (
						<Row todo={todo} linked={false} />
					)}
				</li>
			))}
		</ol>
	);
}
