; The app claims its links when it starts; what removes the app gives them up.
!macro customUnInstall
  DeleteRegKey HKCU "Software\Classes\tieout"
!macroend
