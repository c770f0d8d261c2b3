import { useState } from "react";
import type { Section } from "#contract/assessments/template.ts";
import { counted } from "#contract/format/count.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { browserOutbox } from "#src/lib/outbox/browser-outbox.ts";
import { StorageError } from "#src/outbox/storage/storage-error.ts";
import type { Entry } from "#src/requests/entry.ts";
import { Button } from "#src/ui/button.tsx";
import { ConfirmDialog } from "#src/ui/dialogs/confirm-dialog.tsx";
import { FailureBox } from "#src/ui/failure-box.tsx";
import { TimeText } from "#src/ui/time-text.tsx";
import { type KeptLink, type LinkStandings, progressOfSection } from "../kept/kept-link.ts";
import { entriesOf, type PartStanding, partRequests, partStanding, stuckOf } from "../respond-entries.ts";

/** Saves a section in the outbox, all or nothing, and starts to send it. Resolves to why it could not be saved, or null. */
async function sendPart(link: KeptLink, section: Section): Promise<string | null> {
	const outbox = browserOutbox();
	try {
		const own = entriesOf(await outbox.list(), link.detail.respondentId);
		// What was refused is sent again.
		const stuck = stuckOf(section, own);
		if (stuck.length > 0) await outbox.discardAll(stuck.map(({ id }) => id));
		const left = own.filter((entry) => !stuck.includes(entry));
		const saved = await outbox.enqueueAll(partRequests(link, section, left, new Date()));
		await outbox.hurry(saved.map(({ id }) => id));
	} catch (error) {
		return error instanceof StorageError ? error.message : "This device could not save it. Please try again.";
	}
	void outbox.replay().catch(() => undefined);
	return null;
}

type Props = {
	link: KeptLink;
	stand: LinkStandings;
	section: Section;
	entries: readonly Entry[];
	/** Whether sections can be sent at all. */
	open: boolean;
	onQuestion(id: string): void;
};

function StandingText({ standing }: { standing: PartStanding }) {
	const online = useOnline();
	switch (standing.status) {
		case "open":
			return null;
		case "changed":
			return standing.sentAt === null ? (
				<>Not sent yet. Saved on this device.</>
			) : (
				<>{counted(standing.answers, "answer")} changed since you sent it. Saved on this device.</>
			);
		case "waiting":
			return online ? <>Being sent.</> : <>Saved on this device. It is sent when you are back online.</>;
		case "code":
			return <>Saved on this device. It is sent once you enter a new code.</>;
		case "refused":
			return (
				<>
					Not accepted: {standing.why || "the server refused it."} Nothing is lost; please change it and send it again.
				</>
			);
		case "sent":
			return (
				<>
					Sent <TimeText at={standing.sentAt} />.
				</>
			);
	}
}

/** A section with its progress and the button that sends it. */
export function SectionRow({ link, stand, section, entries, open, onQuestion }: Props) {
	const [asking, setAsking] = useState(false);
	const [trouble, setTrouble] = useState("");
	const { questions, progress } = progressOfSection(stand, section);
	const standing = partStanding(link, section, entries);
	const missing = progress.missing.length;
	const first = progress.missing[0]?.question ?? questions[0];
	const canSend = open && ["open", "changed", "refused"].includes(standing.status) && progress.answered > 0;
	const send = async () => setTrouble((await sendPart(link, section)) ?? "");

	return (
		<li className="border-line border-b py-4">
			<h2 className="wrap-anywhere font-semibold text-17">{section.title}</h2>
			<p className="text-15 text-quiet tabular-nums">
				{progress.answered} of {progress.asked} answered
			</p>
			<p role="status" className="wrap-anywhere text-15 empty:hidden" data-part={standing.status}>
				<StandingText standing={standing} />
			</p>
			{trouble !== "" && (
				<FailureBox title="Not saved">
					<p>{trouble}</p>
				</FailureBox>
			)}
			<div className="mt-3 flex flex-wrap gap-3">
				{first && (
					<Button
						variant={canSend && missing === 0 ? "secondary" : "primary"}
						aria-label={`${progress.answered === 0 ? "Begin" : missing > 0 ? "Go on" : "Look through"}: ${section.title}`}
						onClick={() => onQuestion(first.id)}
					>
						{progress.answered === 0 ? "Begin" : missing > 0 ? "Go on" : "Look through"}
					</Button>
				)}
				{canSend && (
					<Button
						variant={missing === 0 ? "primary" : "secondary"}
						aria-label={`Send this part: ${section.title}`}
						onClick={() => (missing === 0 ? void send() : setAsking(true))}
					>
						Send this part
					</Button>
				)}
			</div>
			{asking && (
				<ConfirmDialog
					title="Send it unfinished?"
					subtitle={section.title}
					labels={{ yes: "Send this part", no: "Go on answering" }}
					onYes={() => void send()}
					onClose={() => setAsking(false)}
				>
					{missing === 1 ? "One question needs more from you." : `${missing} questions need more from you.`} You can
					send it now, and again when it is complete.
				</ConfirmDialog>
			)}
		</li>
	);
}
