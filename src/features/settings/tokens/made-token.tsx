import { useEffect, useRef } from "react";
import type { TokenMade } from "#contract/tokens/tokens.ts";
import { Button } from "#src/ui/button.tsx";
import { CopyButton } from "#src/ui/copy-button.tsx";

type Props = { made: TokenMade; onDone(): void };

/** The secret of a token that was just made. It exists only in this page's memory, and is gone when the page closes. */
export function MadeToken({ made, onDone }: Props) {
	const field = useRef<HTMLInputElement>(null);
	useEffect(() => {
		field.current?.focus();
		field.current?.select();
	}, []);
	return (
		<>
			<p role="status" className="text-15">
				“{made.name}” is ready. Copy the token now and put it into your CI’s secrets: it is not shown again.
			</p>
			<div>
				<label htmlFor="made-token" className="mb-1.5 block font-medium text-15">
					Token
				</label>
				<input
					ref={field}
					id="made-token"
					readOnly
					value={made.token}
					className="block h-12 w-full min-w-0 rounded-control border border-line-strong bg-raised px-3 font-mono text-15 text-ink"
				/>
			</div>
			<div className="flex flex-wrap items-center gap-x-5 gap-y-2">
				<Button variant="primary" onClick={onDone}>
					Done
				</Button>
				<CopyButton text={made.token} what="the token" />
			</div>
		</>
	);
}
