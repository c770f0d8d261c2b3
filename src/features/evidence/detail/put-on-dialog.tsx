import { useId, useState } from "react";
import { SUBJECT_TYPES, type Subject, type SubjectType } from "#contract/evidence/evidence.ts";
import { isSameSubject, SUBJECT_LABELS } from "#src/lib/evidence/about.ts";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import { SearchField } from "#src/ui/fields/search-field.tsx";
import { useSubjects } from "./use-subjects.ts";

type Props = {
	/** What it is already linked to. */
	taken: readonly Subject[];
	/** What to look for at first. */
	first?: SubjectType;
	onPut(about: Subject): void;
	onClose(): void;
};

const PLACEHOLDERS: Readonly<Record<SubjectType, string>> = {
	control: "Code or title",
	requirement: "ID or title",
	finding: "Title, rule or host",
	asset: "Host or client",
	scan: "Host or client",
	task: "Title",
	assessment: "Title or what it is about",
};

/** Nobody would read more; the search finds the others. */
const SHOWN = 20;

/** Chooses what to link evidence to. */
export function PutOnDialog({ taken, first = "finding", onPut, onClose }: Props) {
	const [type, setType] = useState(first);
	const [q, setQ] = useState("");
	const id = useId();
	const { subjects, state } = useSubjects(type, q);
	const free = subjects.filter(({ about }) => !taken.some((one) => isSameSubject(one, about)));
	return (
		<Modal title="Put on…" onClose={onClose}>
			<div className="grid gap-4">
				<ChoiceField
					id={`${id}-type`}
					label="What"
					options={SUBJECT_TYPES.map((value) => ({ value, label: SUBJECT_LABELS[value] }))}
					value={type}
					onChange={({ target }) => {
						setType(target.value as SubjectType);
						setQ("");
					}}
				/>
				<SearchField
					key={type}
					id={`${id}-q`}
					label="Search"
					placeholder={PLACEHOLDERS[type]}
					value={q}
					onSearch={setQ}
				/>
				<p role="status" className={free.length > 0 ? "sr-only" : "text-15 text-quiet"}>
					{state ?? (free.length === 0 ? "Nothing else was found." : `${free.length} found`)}
				</p>
				<ul aria-label={SUBJECT_LABELS[type]}>
					{free.slice(0, SHOWN).map(({ about, name, detail }) => (
						<li key={about.id} className="border-line border-t">
							<button
								type="button"
								onClick={() => onPut(about)}
								className="block min-h-11 w-full cursor-pointer py-2 text-start hover:text-accent"
							>
								<span
									className={`wrap-anywhere block text-15 ${about.type === "asset" || about.type === "scan" ? "font-mono" : "font-medium"}`}
								>
									<bdi>{name}</bdi>
								</span>
								<span className="wrap-anywhere block text-13 text-quiet">{detail}</span>
							</button>
						</li>
					))}
				</ul>
				{free.length > SHOWN && <p className="text-13 text-quiet">There are more. Search to find them.</p>}
			</div>
		</Modal>
	);
}
