import { Flashlight, X } from "lucide";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { cameraOn } from "./camera-on.ts";
import { hasTorch, lightTorch, openCamera, switchedOff, whyNoCamera } from "./camera-light.ts";
import { type Decoder, openDecoder } from "./decoder.ts";
import { onRead } from "./reading.ts";
import { Sightings } from "./sightings.ts";

const idle = 20_000; // ms without a code: the battery has to last a shift
const pause = 60; // ms between looks: some 15 a second

/** Shows the camera's picture above the answers; the camera reads by itself. */
export function CameraView() {
  const video = useRef<HTMLVideoElement>(null);
  const { stream, failure } = useCamera(video);
  const [isLit, setIsLit] = useState(false);
  const light = (wish: boolean) => {
    setIsLit(wish);
    if (stream) void lightTorch(stream, wish);
  };
  return (
    <section aria-label="Kamera" className="relative h-36/100 shrink-0 overflow-hidden border-b border-line">
      {failure ? (
        <p role="alert" className="p-4">
          {failure}
        </p>
      ) : (
        <video ref={video} className="size-full object-cover" muted playsInline aria-hidden />
      )}
      {stream && !failure && <Aim />}
      <div className="absolute inset-x-2 bottom-2 flex justify-between">
        {stream && hasTorch(stream) ? (
          <Button icon={Flashlight} aria-pressed={isLit} onClick={() => light(!isLit)}>
            Licht
          </Button>
        ) : (
          <span />
        )}
        <Button icon={X} onClick={() => cameraOn.set(false)}>
          Kamera aus
        </Button>
      </div>
    </section>
  );
}

/** Where a code has to be that is meant, of several in the picture. */
const Aim = () => (
  <span
    aria-hidden
    className="pointer-events-none absolute top-1/2 left-1/2 h-16 w-28 -translate-1/2 rounded-md border-2 border-on-fill outline-2 outline-accent-fill"
  />
);

/** Opens the camera and reads until it is left, hidden, or nothing was seen for a while. */
function useCamera(video: RefObject<HTMLVideoElement | null>) {
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    const end = new AbortController();
    start(video, end.signal).then(
      (opened) => {
        if (end.signal.aborted) return;
        setStream(opened);
        for (const track of opened.getTracks()) track.addEventListener("ended", () => setFailure(switchedOff));
      },
      (error: unknown) => !end.signal.aborted && setFailure(whyNoCamera(error)),
    );
    const hide = () => document.visibilityState === "hidden" && cameraOn.set(false);
    document.addEventListener("visibilitychange", hide);
    return () => {
      document.removeEventListener("visibilitychange", hide);
      end.abort();
    };
  }, [video]);
  return { stream, failure };
}

async function start(video: RefObject<HTMLVideoElement | null>, end: AbortSignal): Promise<MediaStream> {
  if (!isSecureContext) throw new Error("no camera over plain http");
  const [stream, decoder] = await Promise.all([openCamera(), openDecoder()]);
  const close = () => {
    for (const track of stream.getTracks()) track.stop();
    decoder.close();
  };
  const element = video.current;
  if (end.aborted || !element) {
    close();
    return stream;
  }
  end.addEventListener("abort", close);
  element.srcObject = stream;
  await element.play();
  void lookOn(element, decoder, end);
  return stream;
}

async function lookOn(video: HTMLVideoElement, decoder: Decoder, end: AbortSignal) {
  const sightings = new Sightings();
  let frameTime = performance.now();
  while (!end.aborted) {
    const sights = await decoder.look(video);
    const now = performance.now();
    if (sights.length > 0) frameTime = now;
    const text = sightings.note(sights, now);
    if (text !== null && !end.aborted) onRead(text, "camera");
    if (now - frameTime > idle) cameraOn.set(false);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
