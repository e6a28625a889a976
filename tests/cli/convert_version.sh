trilobite convert "$SAMPLES/rooms-v14.dif" v0.dif --dif-version 0 2>/dev/null
trilobite dump v0.dif 'details[0].interiorFileVersion'
trilobite check v0.dif 2>/dev/null
trilobite convert v0.dif - --to dif --dif-family tse 2>/dev/null | trilobite dump - family
trilobite convert v0.dif x.dif --dif-version 99
