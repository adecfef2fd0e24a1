/**
 * The short films about the product: recorded on the product itself, without sound, with captions.
 */
export const FILMS = [
  { name: 'instruction', title: 'Обучающее видео', text: 'От проекта до результата и выгрузки.' },
  { name: 'presentation', title: 'Презентационное видео', text: 'Что умеет программа.' },
] as const;

export const filmPath = (name: string) => `/media/${name}.webm`;
export const captionsPath = (name: string) => `/media/${name}.vtt`;
