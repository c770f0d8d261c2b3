import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { Draft, Part } from "#src/lib/capture/capture-state.ts";
import { CaptureTrouble } from "#src/lib/capture/capture-trouble.tsx";
import { CoverEditor } from "#src/lib/capture/covers/cover-editor.tsx";
import type { Capture } from "#src/lib/capture/create-capture.ts";
import { PartList, RefusedParts } from "#src/lib/capture/part-list.tsx";
import { useObjectUrl } from "#src/lib/evidence/use-object-url.ts";

/** Above everything else: the tabs at the bottom would be in the way. */
function CoverPart({ part, onDone, onCancel }: { part: Part; onDone(covers: Part["covers"]): void; onCancel(): void }) {
	const { name, type, bytes } = part.given;
	const url = useObjectUrl(bytes, type);
	if (!url) return null;
	return createPortal(
		<div className="fixed inset-0 z-20 overflow-y-auto bg-paper">
			<CoverEditor src={url} name={name} boxes={part.covers} onDone={onDone} onCancel={onCancel} />
		</div>,
		document.body,
	);
}

type Props = { capture: Capture; draft: Draft };

/** Photos and files just taken for an answer, until they are saved. Sensitive areas can be covered first. */
export function PhotoTray({ capture, draft }: Props) {
	const [covering, setCovering] = useState<number | null>(null);
	const { dispatch } = capture;
	const part = draft.parts.find(({ key }) => key === covering);
	const tray = useRef<HTMLDivElement>(null);
	const { length } = draft.parts;
	useEffect(() => {
		if (length > 0) tray.current?.scrollIntoView({ block: "nearest" });
	}, [length]);
	if (length === 0 && draft.refused.length === 0) return null;
	return (
		<div ref={tray} className="scroll-mb-48 md:scroll-mb-24">
			<RefusedParts draft={draft} />
			{length > 0 && (
				<>
					<PartList label="Just taken" draft={draft} capture={capture} onCover={setCovering} />
					<CaptureTrouble trouble={draft.step === "editing" ? draft.trouble : null} />
				</>
			)}
			{part && (
				<CoverPart
					part={part}
					onCancel={() => setCovering(null)}
					onDone={(covers) => {
						dispatch({ type: "covered", key: part.key, covers });
						setCovering(null);
					}}
				/>
			)}
		</div>
	);
}
