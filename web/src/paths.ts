/** Addresses of the screens. */
export const screens = {
  landing: '/',
  login: '/login',
  projects: '/projects',
  calculations: (projectId: string) => `/projects/${encodeURIComponent(projectId)}/calculations`,
  graphs: (projectId: string) => `/projects/${encodeURIComponent(projectId)}/graphs`,
  report: (projectId: string) => `/projects/${encodeURIComponent(projectId)}/report`,
  inventory: (projectId: string) => `/projects/${encodeURIComponent(projectId)}/inventory`,
  companyInventory: '/inventory',
  objects: '/objects',
  profile: '/profile',
  dictionary: '/dictionary',
  documents: '/documents',
  export: '/export',
  widgets: '/widgets',
  settings: '/settings',
  admin: '/admin',
} as const;
